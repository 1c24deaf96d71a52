-- Changes the orders of a batch that still have the version they were read with. The first and the last id tell the planner which months to
-- read. Called by posting_write, whose settings hold here too: so it says all of the join methods that it means.
-- Locks: the orders, which posting_read has locked. Answers how many there were; the caller refuses the batch when some are missing.
create or replace function posting_write_payments(
    payment_ids bigint[], payment_versions int[], payment_statuses text[], payment_received bigint[], payment_fees bigint[], payment_messages bigint[], payment_paid timestamptz[], payment_notify text[],
    payment_reasons text[], payment_trx_ids text[], payment_trx_keys text[], payment_accounts text[]) returns int
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = on
  set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_count int;
  v_low bigint := (select min(i) from unnest(payment_ids) i);
  v_high bigint := (select max(i) from unnest(payment_ids) i);
begin
  update payments t set status = payment_statuses[x.n], reason = payment_reasons[x.n], received_amount = payment_received[x.n], fee = payment_fees[x.n], trx_id = payment_trx_ids[x.n], trx_key = payment_trx_keys[x.n],
      message_id = payment_messages[x.n], paid_at = payment_paid[x.n],
      staff = case when payment_accounts[x.n] is null or payment_accounts[x.n] = any (t.staff) then t.staff else t.staff || payment_accounts[x.n] end,
      notify_status = payment_notify[x.n], notify_next_at = payment_paid[x.n], version = t.version + 1
    from (select n, payment_ids[n] as id, payment_versions[n] as version from generate_series(1, cardinality(payment_ids)) n) x
    where t.id = x.id and t.version = x.version and t.id = any (payment_ids) and t.id between v_low and v_high;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

revoke all on function posting_write_payments from public;
grant execute on function posting_write_payments to :"app_role";
