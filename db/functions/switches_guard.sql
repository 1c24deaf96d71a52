-- A switch says what it closed for good, and is opened once.
-- FD003: it was opened. FD004: a fixed column would change.
create or replace function switches_guard() returns trigger
  language plpgsql as $$
begin
  if old.opened_at is not null then
    raise exception 'a switch that was opened never changes' using errcode = 'FD003';
  end if;
  if (new.scope, new.direction, new.operator, new.merchant_id, new.wallet_id, new.reason, new.closed_by, new.closed_at, new.reopen_at) is distinct from
     (old.scope, old.direction, old.operator, old.merchant_id, old.wallet_id, old.reason, old.closed_by, old.closed_at, old.reopen_at) then
    raise exception 'this column of a switch never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger switches_guard before update on switches for each row execute function switches_guard();

revoke all on function switches_guard from public;
grant execute on function switches_guard to :"app_role";
