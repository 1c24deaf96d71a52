-- The life of an attempt. At most one attempt of an order is in flight or completed, ever: the key of active_attempts says so, and this
-- keeps it true whoever writes an attempt.
-- Locks: the order's row of active_attempts. Unique violation (23505): the order has another attempt in flight or completed.
-- FD003: an edge that is none, or an attempt that does not begin as created. FD004: a fixed column would change.
create or replace function disburse_attempts_guard() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.disburse_id, new.no, new.wallet_id, new.reference, new.amount, new.rail) is distinct from (old.disburse_id, old.no, old.wallet_id, old.reference, old.amount, old.rail) then
      raise exception 'this column of an attempt never changes' using errcode = 'FD004';
    end if;
    if new.status = old.status then return new; end if;
    if (old.status, new.status) not in (
      -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
      ('created', 'sent'), ('created', 'completed'), ('created', 'failed'), ('created', 'unknown'), ('sent', 'completed'),
      ('sent', 'failed'), ('sent', 'unknown'), ('unknown', 'completed'), ('unknown', 'failed'), ('failed', 'completed')
      -- End of the pairs.
    ) then
      raise exception 'attempt cannot go from % to %', old.status, new.status using errcode = 'FD003';
    end if;
  elsif new.status <> 'created' then
    raise exception 'an attempt begins as created' using errcode = 'FD003';
  end if;
  if new.status = 'failed' then
    delete from active_attempts where disburse_id = new.disburse_id and no = new.no and not completed;
  elsif tg_op = 'INSERT' or old.status = 'failed' then
    insert into active_attempts (disburse_id, no, completed) values (new.disburse_id, new.no, new.status = 'completed');
  elsif new.status = 'completed' then
    update active_attempts set completed = true where disburse_id = new.disburse_id and no = new.no;
  end if;
  return new;
end $$;

create or replace trigger disburse_attempts_guard before insert or update on disburse_attempts for each row execute function disburse_attempts_guard();

revoke all on function disburse_attempts_guard from public;
grant execute on function disburse_attempts_guard to :"app_role";
