-- Most batches of orders need nothing read: the server remembers the wallets under a number, and what it does not know is
-- checked here, under the same locks and in the same transaction as the writing. So a batch is one call instead of two, and
-- the database does not wait in its middle. Whatever is not as assumed leaves no trace and is answered false: the batch is
-- then read, routed and written as before.

-- Whether an order of a batch would meet its amount on its wallet: open (two orders that could not be told apart), or expired a
-- short while ago without a payer's number, where another wallet is better (design decision 4).
create function open_orders_meet(p_wallets bigint[], p_amounts bigint[], p_payers text[], p_late timestamptz) returns boolean
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set enable_bitmapscan = on set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $$
begin
  return exists (select from unnest(p_wallets, p_amounts, p_payers) as x (w, a, p)
    cross join lateral (select o.payer, o.expired_at from open_payments o where o.amount = x.a and o.wallet_id = x.w offset 0) o
    where case when o.expired_at is null then o.payer = '' or x.p is null or x.p = '' or o.payer = x.p else o.expired_at > p_late and o.payer = '' end);
end $$;

-- As before, but for two things. Tiers of fees are written here, for both ways. And the day counts: an order has its id, and with it its day, before it waits for its batch and the lock. Written after
-- another one of a later day, it would have begun the older day anew, and what the later day had used would have been forgotten.
do $$
declare
  v_function regprocedure;
begin
  for v_function in select oid from pg_proc where pronamespace = 'public'::regnamespace and proname = 'intake_write' loop
    execute format('drop function %s', v_function);
  end loop;
end $$;

create function intake_write(
    p_id bigint[], p_merchant bigint[], p_operator text[], p_wallet bigint[], p_amount bigint[], p_rate int[], p_fixed bigint[], p_min bigint[], p_max bigint[],
    p_customer text[], p_expires timestamptz[], p_ip text[], p_hash text[], p_key text[], p_user text[], p_url text[], p_metadata text[], p_routing json,
    u_wallet bigint[], u_amount bigint[], u_count int[], u_day date[], u_month date[], u_first timestamptz[], u_last timestamptz[],
    s_hour timestamptz[], s_merchant bigint[], s_operator text[], s_count int[], s_amount bigint[], p_idempotency jsonb, p_rules jsonb) returns void
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set search_path = public, pg_temp as $$
declare
  v_count int;
begin
  if cardinality(p_id) > 0 then
    insert into merchant_order_keys (merchant_id, direction, key, order_id)
      select m, 'payment', k, i from unnest(p_id, p_merchant, p_key) as x (i, m, k);
    insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee_rate_bps, fee_fixed, fee_min, fee_max, customer, user_ref,
                          expires_at, remote_ip, notify_url, metadata, routing, request_hash)
      select i, m, k, o, w, a, fr, ff, fn, fx, c, u, e, ip, nu, md::jsonb, rt, decode(h, 'hex')
      from rows from (unnest(p_id), unnest(p_merchant), unnest(p_key), unnest(p_operator), unnest(p_wallet), unnest(p_amount), unnest(p_rate), unnest(p_fixed), unnest(p_min),
          unnest(p_max), unnest(p_customer), unnest(p_user), unnest(p_expires), unnest(p_ip), unnest(p_url), unnest(p_metadata), json_array_elements(p_routing), unnest(p_hash))
        as x (i, m, k, o, w, a, fr, ff, fn, fx, c, u, e, ip, nu, md, rt, h);
    insert into open_payments (payment_id, wallet_id, amount, payer)
      select i, w, a, coalesce(c, '') from unnest(p_id, p_wallet, p_amount, p_customer) as x (i, w, a, c);
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
    insert into stats_delta (hour, merchant_id, operator, created_count, created_amount)
      select h, m, o, n, a from unnest(s_hour, s_merchant, s_operator, s_count, s_amount) as x (h, m, o, n, a);
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

create function intake_at_once(
    p_operators text[], p_epoch bigint, p_late timestamptz,
    p_id bigint[], p_merchant bigint[], p_operator text[], p_wallet bigint[], p_amount bigint[], p_rate int[], p_fixed bigint[], p_min bigint[], p_max bigint[],
    p_customer text[], p_expires timestamptz[], p_ip text[], p_hash text[], p_key text[], p_user text[], p_url text[], p_metadata text[], p_routing json,
    u_wallet bigint[], u_amount bigint[], u_count int[], u_day date[], u_month date[], u_first timestamptz[], u_last timestamptz[],
    s_hour timestamptz[], s_merchant bigint[], s_operator text[], s_count int[], s_amount bigint[], p_idempotency jsonb, p_rules jsonb) returns boolean
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(4104, hashtext(o)) from (select o from unnest(p_operators) o order by o) operators;
  if (select n from routing_epoch) <> p_epoch
     or exists (select from merchants m where m.id = any (p_merchant) and m.deleted_at is not null)
     or open_orders_meet(p_wallet, p_amount, p_customer, p_late) then
    return false;
  end if;
  begin
    perform intake_write(p_id, p_merchant, p_operator, p_wallet, p_amount, p_rate, p_fixed, p_min, p_max, p_customer, p_expires, p_ip, p_hash, p_key, p_user, p_url, p_metadata,
      p_routing, u_wallet, u_amount, u_count, u_day, u_month, u_first, u_last, s_hour, s_merchant, s_operator, s_count, s_amount, p_idempotency, p_rules);
  exception when unique_violation or serialization_failure then
    -- An order number or key that exists, a slot that is taken, a limit that has moved.
    return false;
  end;
  return true;
end $$;

do $$
declare
  v_function regprocedure;
begin
  for v_function in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname in ('intake_at_once', 'intake_write', 'open_orders_meet') loop
    execute format('revoke all on function %s from public', v_function);
    execute format('grant execute on function %s to %I', v_function, current_setting('floatdesk.app_role'));
  end loop;
end $$;
