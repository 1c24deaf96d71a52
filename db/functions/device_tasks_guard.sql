-- The life of a phone's task; what the task says, who took it and what it answered never change.
-- FD003: an edge that is none. FD004: a fixed column would change.
create or replace function device_tasks_guard() returns trigger
  language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('waiting', 'handed'), ('waiting', 'withdrawn'), ('handed', 'answered'), ('handed', 'lapsed'), ('lapsed', 'answered')
    -- End of the pairs.
  ) then
    raise exception 'a device task cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.disburse_id, new.attempt_no, new.wallet_id, new.customer, new.amount, new.reference) is distinct from
     (old.disburse_id, old.attempt_no, old.wallet_id, old.customer, old.amount, old.reference)
     or (old.device_id is not null and (new.device_id, new.handed_at) is distinct from (old.device_id, old.handed_at))
     or (old.result is not null and (new.result, new.trx_id, new.reason) is distinct from (old.result, old.trx_id, old.reason)) then
    raise exception 'this column of a device task never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger device_tasks_guard before update on device_tasks for each row execute function device_tasks_guard();

revoke all on function device_tasks_guard from public;
grant execute on function device_tasks_guard to :"app_role";
