-- needs: refuse_change, day_seal_ready
-- Days are sealed one after the other without a gap, each naming the hash of the one before, and only when no entry can come into them.
-- Seals and what belongs to them are added and never change. FD006: the day does not follow, or is not ready. FD002: a row would change.
create or replace function day_seals_guard() returns trigger
  language plpgsql
  set search_path = public, pg_temp as $$
declare
  v_last day_seals;
begin
  select * into v_last from day_seals s where s.day <> new.day order by s.day desc limit 1;
  if v_last.day is not null and (new.day <> v_last.day + 1 or new.previous <> v_last.hash or new.audit_to < v_last.audit_to) then
    raise exception 'a sealed day follows the one before it' using errcode = 'FD006';
  end if;
  if v_last.day is null and new.previous <> decode(repeat('00', 32), 'hex') then
    raise exception 'the first sealed day follows nothing' using errcode = 'FD006';
  end if;
  if not day_seal_ready(new.day) then
    raise exception 'entries could still come into the day' using errcode = 'FD006';
  end if;
  return new;
end $$;

create or replace trigger day_seals_guard before insert on day_seals for each row execute function day_seals_guard();
create or replace trigger day_seals_append_only before update or delete on day_seals for each row execute function refuse_change();
create or replace trigger day_seals_no_truncate before truncate on day_seals for each statement execute function refuse_change();
create or replace trigger day_seal_accounts_append_only before update or delete on day_seal_accounts for each row execute function refuse_change();
create or replace trigger day_seal_accounts_no_truncate before truncate on day_seal_accounts for each statement execute function refuse_change();

revoke all on function day_seals_guard from public;
grant execute on function day_seals_guard to :"app_role";
