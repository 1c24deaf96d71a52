-- Accepts a batch of orders in one call: checks what the server remembers of the wallets (epoch), under the same locks and in the same
-- transaction in which it writes. Most batches need nothing read (docs/decisions/0022-orders-at-once.md). An expired order without a
-- payer's number that is younger than late is in the way too: open_payments_guard reads it from `floatdesk.late`.
-- Locks: the operators' routing locks (advisory 4104, hash of the name) by name, then as acceptance_write.
-- Answers true when everything is written. False leaves no trace: wallets changed since, a merchant was deleted, an order number or key
-- exists, an amount is taken, a limit has moved; the batch is then read (acceptance_read), routed and written (acceptance_write).
create or replace function acceptance_at_once(
    operators text[], epoch bigint, late timestamptz,
    order_ids bigint[], order_merchants bigint[], order_operators text[], order_wallets bigint[], order_amounts bigint[], order_rates int[], order_fixed bigint[], order_min_fees bigint[], order_max_fees bigint[],
    order_customers text[], order_expires timestamptz[], order_ips text[], order_hashes text[], order_keys text[], order_users text[], order_urls text[], order_metadata text[], order_routings text[],
    usage_wallets bigint[], usage_amounts bigint[], usage_counts int[], usage_days date[], usage_months date[], usage_first timestamptz[], usage_last timestamptz[],
    stats_hours timestamptz[], stats_merchants bigint[], stats_operators text[], stats_counts int[], stats_amounts bigint[], idempotency jsonb, rules jsonb) returns boolean
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(4104, hashtext(o)) from (select o from unnest(operators) o order by o) by_name;
  if (select n from routing_epoch) <> epoch
     or exists (select from merchants m where m.id = any (order_merchants) and m.deleted_at is not null) then
    return false;
  end if;
  perform set_config('floatdesk.late', late::text, true);
  begin
    perform acceptance_write(
      order_ids => order_ids, order_merchants => order_merchants, order_operators => order_operators, order_wallets => order_wallets, order_amounts => order_amounts,
      order_rates => order_rates, order_fixed => order_fixed, order_min_fees => order_min_fees, order_max_fees => order_max_fees, order_customers => order_customers,
      order_expires => order_expires, order_ips => order_ips, order_hashes => order_hashes, order_keys => order_keys, order_users => order_users,
      order_urls => order_urls, order_metadata => order_metadata, order_routings => order_routings, usage_wallets => usage_wallets, usage_amounts => usage_amounts,
      usage_counts => usage_counts, usage_days => usage_days, usage_months => usage_months, usage_first => usage_first, usage_last => usage_last,
      stats_hours => stats_hours, stats_merchants => stats_merchants, stats_operators => stats_operators, stats_counts => stats_counts, stats_amounts => stats_amounts,
      idempotency => idempotency, rules => rules);
  exception when unique_violation or serialization_failure then
    -- An order number or key that exists, an amount that is taken, a limit that has moved.
    return false;
  end;
  return true;
end $$;

revoke all on function acceptance_at_once from public;
grant execute on function acceptance_at_once to :"app_role";
