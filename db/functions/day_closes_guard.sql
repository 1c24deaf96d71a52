-- A wallet's closed days stand one after the other without a gap and keep their figures; reopening changes none of them.
-- Locks nothing. FD006, each with its sentence: the day has not ended; a later day is closed; it does not follow the one closed before
-- it, or does not begin with what that one ended with; figures of a closed day, its place or the count of its versions would change.
create or replace function day_closes_guard() returns trigger
  language plpgsql
  set search_path = public, pg_temp as $$
declare
  v_before day_closes;
begin
  if tg_op = 'UPDATE' and (old.wallet_id <> new.wallet_id or old.day <> new.day or new.version <> old.version + 1) then
    raise exception 'a closed day keeps its place and counts its versions' using errcode = 'FD006';
  end if;
  if exists (select 1 from day_closes c where c.wallet_id = new.wallet_id and c.day > new.day and c.reopened_at is null) then
    raise exception 'a later day of this wallet is closed' using errcode = 'FD006';
  end if;
  if new.reopened_at is not null then
    if tg_op = 'INSERT' or old.reopened_at is not null
       or (new.opening, new.late, new.change, new.estimated, new.real, new.flows, new.figures) is distinct from (old.opening, old.late, old.change, old.estimated, old.real, old.flows, old.figures) then
      raise exception 'reopening a day changes none of its figures' using errcode = 'FD006';
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and old.reopened_at is null then
    raise exception 'the figures of a closed day never change' using errcode = 'FD006';
  end if;
  if new.day >= (now() at time zone 'Asia/Shanghai')::date then
    raise exception 'the day has not ended' using errcode = 'FD006';
  end if;
  select * into v_before from day_closes c where c.wallet_id = new.wallet_id and c.day < new.day and c.reopened_at is null order by c.day desc limit 1;
  if v_before.day is not null and (v_before.day <> new.day - 1 or v_before.estimated <> new.opening) then
    raise exception 'a day follows the one closed before it' using errcode = 'FD006';
  end if;
  return new;
end $$;

create or replace trigger day_closes_guard before insert or update on day_closes for each row execute function day_closes_guard();

revoke all on function day_closes_guard from public;
grant execute on function day_closes_guard to :"app_role";
