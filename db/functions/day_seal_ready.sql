-- needs: day_start
-- Whether no entry can come into a business day any more; called again and again, each time in a transaction of its own, until it says so.
-- First it moves the horizon behind the day: whoever calls ledger_write from then on sees it. Then it notes a transaction number that is
-- taken after that: a call that has not seen the new horizon took its own number before it read the old one, so its number is lower.
-- At last it waits until everything below that number has ended. A number above the present one is another server's: it is taken anew.
-- Locks: the row of ledger_horizon, for the length of the call. FD006: the day has not ended.
create or replace function day_seal_ready(p_day date) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_next bigint := day_start(p_day + 1);
  v_row record;
begin
  if p_day + 1 > (clock_timestamp() at time zone 'Asia/Shanghai')::date then
    raise exception 'the day has not ended' using errcode = 'FD006';
  end if;
  select before_id, waits_for, h.xmin = pg_current_xact_id()::xid as is_own into v_row from ledger_horizon h for update;
  if v_row.before_id < v_next then
    update ledger_horizon set before_id = v_next, waits_for = null;
    return false;
  end if;
  if v_row.is_own then return false; end if;
  if v_row.waits_for is null or v_row.waits_for > pg_current_xact_id() then
    update ledger_horizon set waits_for = pg_current_xact_id();
    return false;
  end if;
  return pg_snapshot_xmin(pg_current_snapshot()) > v_row.waits_for;
end $$;

revoke all on function day_seal_ready from public;
grant execute on function day_seal_ready to :"app_role";
