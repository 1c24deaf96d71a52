-- Intake with less work per order: columns come as arrays instead of documents, nothing is read that is known already,
-- and the limits of the wallets are held by the statement that counts the orders, not by what was read before it.

-- Read as a whole and never searched in: kept as it was written.
alter table payments alter column routing type json;

drop function intake_open(text[], jsonb);
drop function intake_apply(jsonb);

-- Takes the routing locks of the operators (in name order), then answers what the batch must know: the state of the
-- wallets' rules, orders that exist, amounts that are taken, merchants that were deleted, keys that were used.
-- p_idempotency: [{ia, ir, ik}] or null.
create function intake_read(p_operators text[], p_merchants bigint[], p_keys text[], p_amounts bigint[], p_late timestamptz, p_idempotency jsonb) returns json
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_operator text;
  v_idempotency json;
begin
  for v_operator in select o from unnest(p_operators) o order by o loop
    perform pg_advisory_xact_lock(4104, hashtext(v_operator));
  end loop;
  if p_idempotency is not null then
    select json_agg(json_build_object('actor', i.actor, 'route', i.route, 'key', i.key, 'hash', encode(i.body_hash, 'hex'), 'status', i.status, 'response', i.response)) into v_idempotency
      from jsonb_to_recordset(p_idempotency) as x (ia text, ir text, ik text)
      cross join lateral (select * from idempotency_keys i where i.actor = x.ia and i.route = x.ir and i.key = x.ik limit 1) i;
  end if;
  return json_build_object(
    'epoch', (select n from routing_epoch),
    'existing', (
      select json_agg(to_jsonb(p) || jsonb_build_object('request_hash', encode(p.request_hash, 'hex')))
      from unnest(p_merchants, p_keys) as x (m, k)
      cross join lateral (select order_id from merchant_order_keys mk where mk.merchant_id = x.m and mk.direction = 'payment' and mk.key = x.k limit 1) mk
      cross join lateral (select * from payments p where p.id = mk.order_id limit 1) p),
    'slots', (
      select json_agg(json_build_array(s.wallet_id, s.amount, s.payer, s.expired_at is not null))
      from unnest(p_amounts) a cross join lateral (select * from open_payments o where o.amount = a and (o.expired_at is null or o.expired_at > p_late)) s),
    'gone', (select json_agg(m.id) from merchants m where m.id = any (p_merchants) and m.deleted_at is not null),
    'idempotency', v_idempotency);
end $$;

-- Writes a batch of orders. A wallet that would exceed one of its limits, or that still cools down, stops the whole batch
-- with 40001: it is routed again on fresh figures.
create function intake_write(
    p_id bigint[], p_merchant bigint[], p_operator text[], p_wallet bigint[], p_amount bigint[], p_rate int[], p_fixed bigint[], p_min bigint[], p_max bigint[],
    p_customer text[], p_expires timestamptz[], p_ip text[], p_hash text[], p_key text[], p_user text[], p_url text[], p_metadata text[], p_routing json,
    u_wallet bigint[], u_amount bigint[], u_count int[], u_day date[], u_month date[], u_first timestamptz[], u_last timestamptz[],
    s_hour timestamptz[], s_merchant bigint[], s_operator text[], s_count int[], s_amount bigint[], p_idempotency jsonb) returns void
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
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
      where u.wallet_id = x.w and u.direction = 'in'
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
end $$;

do $$
declare
  v_function regprocedure;
begin
  for v_function in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname in ('intake_read', 'intake_write') loop
    execute format('grant execute on function %s to %I', v_function, current_setting('floatdesk.app_role'));
  end loop;
end $$;
