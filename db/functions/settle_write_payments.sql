-- Changes the orders of a batch that still have the version they were read with. The first and the last id tell the planner which months to
-- read. Called by settle_write, whose settings hold here too: so it says all of the join methods that it means.
-- Locks: the orders, which settle_read has locked. Answers how many there were; the caller refuses the batch when some are missing.
create or replace function settle_write_payments(
    p_id bigint[], p_version int[], p_status text[], p_received bigint[], p_fee bigint[], p_message bigint[], p_paid timestamptz[], p_notify text[],
    p_reason text[], p_trx_id text[], p_trx_key text[], p_account text[]) returns int
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = on
  set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_count int;
  v_low bigint := (select min(i) from unnest(p_id) i);
  v_high bigint := (select max(i) from unnest(p_id) i);
begin
  update payments t set status = p_status[x.n], reason = p_reason[x.n], received_amount = p_received[x.n], fee = p_fee[x.n], trx_id = p_trx_id[x.n], trx_key = p_trx_key[x.n],
      message_id = p_message[x.n], paid_at = p_paid[x.n],
      staff = case when p_account[x.n] is null or p_account[x.n] = any (t.staff) then t.staff else t.staff || p_account[x.n] end,
      notify_status = p_notify[x.n], notify_next_at = p_paid[x.n], version = t.version + 1
    from (select n, p_id[n] as id, p_version[n] as version from generate_series(1, cardinality(p_id)) n) x
    where t.id = x.id and t.version = x.version and t.id = any (p_id) and t.id between v_low and v_high;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

revoke all on function settle_write_payments from public;
grant execute on function settle_write_payments to :"app_role";
