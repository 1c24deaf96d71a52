-- Writes a batch of orders: the orders, what they take of their wallets' limits, their statistics, answers by idempotency key, fee rules with
-- tiers; sets by columns. Limits of wallets are held by the statement that counts the orders, not by what was read
-- before it; a day or month that is over is never begun anew.
-- Locks: new rows of open_payments, merchant_order_keys, payments; then rows of wallet_usage. The caller holds the routing locks.
-- Answers nothing. 40001: a limit has moved, or a wallet still cools down; the batch is routed again on fresh figures.
-- Unique violation (23505): an amount is taken (open_payments_guard), or an order number or idempotency key exists.
create or replace function acceptance_write(
    order_ids bigint[], order_merchants bigint[], order_operators text[], order_wallets bigint[], order_amounts bigint[], order_rates int[], order_fixed bigint[], order_min_fees bigint[], order_max_fees bigint[],
    order_customers text[], order_expires timestamptz[], order_ips text[], order_hashes text[], order_keys text[], order_users text[], order_urls text[], order_metadata text[], order_routings text[],
    usage_wallets bigint[], usage_amounts bigint[], usage_counts int[], usage_days date[], usage_months date[], usage_first timestamptz[], usage_last timestamptz[],
    stats_hours timestamptz[], stats_merchants bigint[], stats_operators text[], stats_counts int[], stats_amounts bigint[], idempotency jsonb, rules jsonb) returns void
  language plpgsql
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off
  set plan_cache_mode = force_generic_plan set search_path = public, pg_temp as $$
declare
  v_count int;
begin
  if cardinality(order_ids) > 0 then
    -- First, because it is what may be refused: then the least has been done in vain.
    insert into open_payments (payment_id, wallet_id, amount, payer, expires_at)
      select order_ids[n], order_wallets[n], order_amounts[n], coalesce(order_customers[n], ''), order_expires[n] from generate_series(1, cardinality(order_ids)) n;
    insert into merchant_order_keys (merchant_id, direction, key, order_id)
      select order_merchants[n], 'payment', order_keys[n], order_ids[n] from generate_series(1, cardinality(order_ids)) n;
    insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee_rate_bps, fee_fixed, fee_min, fee_max, customer, user_ref,
                          expires_at, remote_ip, notify_url, metadata, routing, request_hash)
      select order_ids[n], order_merchants[n], order_keys[n], order_operators[n], order_wallets[n], order_amounts[n], order_rates[n], order_fixed[n], order_min_fees[n], order_max_fees[n], order_customers[n], order_users[n],
             order_expires[n], order_ips[n], order_urls[n], order_metadata[n]::jsonb, order_routings[n]::json, decode(order_hashes[n], 'hex')
      from generate_series(1, cardinality(order_ids)) n;
    update wallet_usage u set
        day_amount = case when u.day = x.day then u.day_amount else 0 end + x.amount, day_count = case when u.day = x.day then u.day_count else 0 end + x.count, day = x.day,
        month_amount = case when u.month = x.month then u.month_amount else 0 end + x.amount, month_count = case when u.month = x.month then u.month_count else 0 end + x.count, month = x.month,
        last_used_at = greatest(u.last_used_at, x.last_at)
      from unnest(usage_wallets, usage_amounts, usage_counts, usage_days, usage_months, usage_first, usage_last) as x (wallet, amount, count, day, month, first_at, last_at)
      join wallets limits on limits.id = x.wallet
      where u.wallet_id = x.wallet and u.direction = 'in' and u.day <= x.day and u.month <= x.month
        and case when u.day = x.day then u.day_amount else 0 end + x.amount <= coalesce(limits.daily_max, 9223372036854775807)
        and case when u.day = x.day then u.day_count else 0 end + x.count <= coalesce(limits.daily_count_max, 2147483647)
        and case when u.month = x.month then u.month_amount else 0 end + x.amount <= coalesce(limits.month_max, 9223372036854775807)
        and case when u.month = x.month then u.month_count else 0 end + x.count <= coalesce(limits.month_count_max, 2147483647)
        and (coalesce(limits.cool_interval, 0) = 0 or u.last_used_at is null or u.last_used_at + make_interval(secs => limits.cool_interval) <= x.first_at);
    get diagnostics v_count = row_count;
    if v_count <> cardinality(usage_wallets) then raise exception 'the limits of a wallet have moved' using errcode = '40001'; end if;
    insert into stats_batches (hours, merchants, operators, created_counts, created_amounts) values (stats_hours, stats_merchants, stats_operators, stats_counts, stats_amounts);
  end if;
  if idempotency is not null then
    insert into idempotency_keys (actor, route, key, body_hash, status, response)
      select x.actor, x.route, x.key, decode(x.hash, 'hex'), x.status, x.response
      from jsonb_to_recordset(idempotency) as x (actor text, route text, key text, hash text, status int, response text);
  end if;
  if rules is not null then
    insert into order_fee_rules (order_id, tiers, rate_bps, fixed)
      select id, tiers, rate, fixed from jsonb_to_recordset(rules) as x (id bigint, rate int, fixed bigint, tiers jsonb);
  end if;
end $$;

revoke all on function acceptance_write from public;
grant execute on function acceptance_write to :"app_role";
