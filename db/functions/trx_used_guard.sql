-- A used TrxID stays used, but for two: a claim that no message has proven, of something that was said; and the sides of a transfer that is
-- still under way.
-- FD002: it is neither.
create or replace function trx_used_guard() returns trigger
  language plpgsql as $$
begin
  if old.sms_id is null and exists (select from unreported_movements m where m.object_type = old.object_type and m.object_id = old.object_id) then return old; end if;
  if old.object_type <> 'transfer' or not exists (select from transfers where id = old.object_id and status = 'processing') then
    raise exception 'a used TrxID stays used' using errcode = 'FD002';
  end if;
  return old;
end $$;

create or replace trigger trx_used_guard before delete on trx_used for each row execute function trx_used_guard();

revoke all on function trx_used_guard from public;
grant execute on function trx_used_guard to :"app_role";
