-- Writes a batch of orders: p_ the orders, u_ what they take of their wallets' limits, s_ their statistics, p_idempotency answers by key,
-- p_rules fee rules with tiers; sets by columns. Limits of wallets are held by the statement that counts the orders, not by what was read
-- before it; a day or month that is over is never begun anew.
-- Locks: new rows of open_payments, merchant_order_keys, payments; then rows of wallet_usage. The caller holds the routing locks.
-- Answers nothing. 40001: a limit has moved, or a wallet still cools down; the batch is routed again on fresh figures.
-- Unique violation (23505): an amount is taken (open_payments_guard), or an order number or idempotency key exists.
create or replace function intake_write(
    p_id bigint[], p_merchant bigint[], p_operator text[], p_wallet bigint[], p_amount bigint[], p_rate int[], p_fixed bigint[], p_min bigint[], p_max bigint[],
    p_customer text[], p_expires timestamptz[], p_ip text[], p_hash text[], p_key text[], p_user text[], p_url text[], p_metadata text[], p_routing text[],
    u_wallet bigint[], u_amount bigint[], u_count int[], u_day date[], u_month date[], u_first timestamptz[], u_last timestamptz[],
    s_hour timestamptz[], s_merchant bigint[], s_operator text[], s_count int[], s_amount bigint[], p_idempotency jsonb, p_rules jsonb) returns void
  language plpgsql
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off
  set plan_cache_mode = force_generic_plan set search_path = public, pg_temp as $$
declare
  v_count int;
begin
  if cardinality(p_id) > 0 then
    -- First, because it is what may be refused: then the least has been done in vain.
    insert into open_payments (payment_id, wallet_id, amount, payer, expires_at)
      select p_id[n], p_wallet[n], p_amount[n], coalesce(p_customer[n], ''), p_expires[n] from generate_series(1, cardinality(p_id)) n;
    insert into merchant_order_keys (merchant_id, direction, key, order_id)
      select p_merchant[n], 'payment', p_key[n], p_id[n] from generate_series(1, cardinality(p_id)) n;
    insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee_rate_bps, fee_fixed, fee_min, fee_max, customer, user_ref,
                          expires_at, remote_ip, notify_url, metadata, routing, request_hash)
      select p_id[n], p_merchant[n], p_key[n], p_operator[n], p_wallet[n], p_amount[n], p_rate[n], p_fixed[n], p_min[n], p_max[n], p_customer[n], p_user[n],
             p_expires[n], p_ip[n], p_url[n], p_metadata[n]::jsonb, p_routing[n]::json, decode(p_hash[n], 'hex')
      from generate_series(1, cardinality(p_id)) n;
    update wallet_usage u set
        day_amount = case when u.day = x.d then u.day_amount else 0 end + x.a, day_count = case when u.day = x.d then u.day_count else 0 end + x.n, day = x.d,
        month_amount = case when u.month = x.mo then u.month_amount else 0 end + x.a, month_count = case when u.month = x.mo then u.month_count else 0 end + x.n, month = x.mo,
        last_used_at = greatest(u.last_used_at, x.l)
      from unnest(u_wallet, u_amount, u_count, u_day, u_month, u_first, u_last) as x (w, a, n, d, mo, f, l)
      join wallets limits on limits.id = x.w
      where u.wallet_id = x.w and u.direction = 'in' and u.day <= x.d and u.month <= x.mo
        and case when u.day = x.d then u.day_amount else 0 end + x.a <= coalesce(limits.daily_max, 9223372036854775807)
        and case when u.day = x.d then u.day_count else 0 end + x.n <= coalesce(limits.daily_count_max, 2147483647)
        and case when u.month = x.mo then u.month_amount else 0 end + x.a <= coalesce(limits.month_max, 9223372036854775807)
        and case when u.month = x.mo then u.month_count else 0 end + x.n <= coalesce(limits.month_count_max, 2147483647)
        and (coalesce(limits.cool_interval, 0) = 0 or u.last_used_at is null or u.last_used_at + make_interval(secs => limits.cool_interval) <= x.f);
    get diagnostics v_count = row_count;
    if v_count <> cardinality(u_wallet) then raise exception 'the limits of a wallet have moved' using errcode = '40001'; end if;
    insert into stats_batches (hours, merchants, operators, created_counts, created_amounts) values (s_hour, s_merchant, s_operator, s_count, s_amount);
  end if;
  if p_idempotency is not null then
    insert into idempotency_keys (actor, route, key, body_hash, status, response)
      select ia, ir, ik, decode(h, 'hex'), s, r from jsonb_to_recordset(p_idempotency) as x (ia text, ir text, ik text, h text, s int, r text);
  end if;
  if p_rules is not null then
    insert into order_fee_rules (order_id, tiers, rate_bps, fixed)
      select id, tiers, rate, fixed from jsonb_to_recordset(p_rules) as x (id bigint, rate int, fixed bigint, tiers jsonb);
  end if;
end $$;

revoke all on function intake_write from public;
grant execute on function intake_write to :"app_role";
