-- What an order writes beside itself: less of it, and some of it once for a whole batch.

-- A batch left a row for each of its merchants, which a job read and deleted a second later. It leaves one. What happens one
-- by one (a payout) still leaves a row of `stats_delta`; who adds up the figures reads `stats_recent`, which is both.
create table stats_batches (
  hours timestamptz[] not null,
  merchants bigint[] not null,
  operators text[] not null,
  created_counts int[],
  created_amounts bigint[],
  completed_counts int[],
  completed_amounts bigint[],
  fees bigint[]
  -- A second later it is gone: nothing of it is worth being compressed.
) with (toast_tuple_target = 8160);

create view stats_recent with (security_invoker = true) as
  select hour, merchant_id, operator, created_count, created_amount, completed_count, completed_amount, fees, disbursed_count, disbursed_amount, disburse_fees from stats_delta
  union all
  select x.h, x.m, x.o, coalesce(x.n, 0), coalesce(x.a, 0), coalesce(x.cn, 0), coalesce(x.ca, 0), coalesce(x.f, 0), 0, 0, 0
    from stats_batches b
    cross join lateral unnest(b.hours, b.merchants, b.operators, b.created_counts, b.created_amounts, b.completed_counts, b.completed_amounts, b.fees) as x (h, m, o, n, a, cn, ca, f);

create or replace function settle_write_rest(p jsonb) returns void
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
begin
  if p ? 'linked' then
    update trx_used u set sms_id = x.s from jsonb_to_recordset(p -> 'linked') as x (o text, k text, d text, s bigint)
    where u.operator = x.o and u.trx_key = x.k and u.direction = x.d and u.sms_id is null and u.trx_key = any (array(select l ->> 'k' from jsonb_array_elements(p -> 'linked') l));
  end if;
  if p ? 'disputes' then
    update payments t set disputed_at = coalesce(t.disputed_at, now()), version = t.version + 1 from jsonb_to_recordset(p -> 'disputes') as x (id bigint)
    where t.id = x.id and t.id = any (array(select (d ->> 'id')::bigint from jsonb_array_elements(p -> 'disputes') d));
  end if;
  if p ? 'new_gaps' then
    insert into wallet_gaps (id, wallet_id, from_balance, to_balance, before_sms_id, after_sms_id, since)
      select id, w, "from", "to", b, a, now() from jsonb_to_recordset(p -> 'new_gaps') as x (id bigint, w bigint, "from" bigint, "to" bigint, b bigint, a bigint);
  end if;
  if p ? 'gap_updates' then
    update wallet_gaps g set from_balance = coalesce(x."from", g.from_balance), to_balance = coalesce(x."to", g.to_balance), closed_at = case when x.closed then now() end,
        closed_by = case when x.closed then 'late message' end
      from jsonb_to_recordset(p -> 'gap_updates') as x (id bigint, "from" bigint, "to" bigint, closed boolean) where g.id = x.id;
  end if;
  if p ? 'release' then perform usage_release(p -> 'release'); end if;
  if p ? 'usage' then perform usage_add(p -> 'usage'); end if;
  if p ? 'stats' then
    insert into stats_batches (hours, merchants, operators, completed_counts, completed_amounts, fees)
      select array_agg(h), array_agg(m), array_agg(o), array_agg(n), array_agg(a), array_agg(f)
      from jsonb_to_recordset(p -> 'stats') as x (h timestamptz, m bigint, o text, n int, a bigint, f bigint);
  end if;
  if p ? 'events' then
    insert into order_events (id, object_type, object_id, kind, actor_type, actor_id, account, data)
      select id, type, oid, kind, at, aid, account, data from jsonb_to_recordset(p -> 'events') as x (id bigint, type text, oid bigint, kind text, at text, aid bigint, account text, data jsonb);
  end if;
  if p ? 'alerts' then
    insert into alerts (id, kind, object_type, object_id, merchant_id, amount, data)
      select id, kind, type, oid, m, a, data from jsonb_to_recordset(p -> 'alerts') as x (id bigint, kind text, type text, oid bigint, m bigint, a bigint, data jsonb)
      on conflict (kind, object_type, coalesce(object_id, 0)) where status in ('open', 'claimed', 'muted')
      do update set amount = excluded.amount, data = excluded.data, version = alerts.version + 1;
  end if;
end $$;

-- Open orders that could not be told apart were looked for twice: before a batch was written, and by this guard. It looks for
-- both now. `floatdesk.late`, set for one transaction, says that an order without a payer's number which expired after it is
-- in the way, too: another wallet is better then (design decision 4), and the batch is read and routed anew.
create or replace function open_payments_guard() returns trigger
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set enable_bitmapscan = on set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_late timestamptz := nullif(current_setting('floatdesk.late', true), '')::timestamptz;
begin
  if exists (
    select 1 from new_rows n cross join lateral (
      select 1 from open_payments o where o.wallet_id = n.wallet_id and o.amount = n.amount and o.payment_id <> n.payment_id
        and case when o.expired_at is null then n.payer = '' or o.payer = '' or n.payer = o.payer else o.payer = '' and o.expired_at > v_late end limit 1) clash
    where n.expired_at is null
  ) then
    raise exception 'another open order has this amount on this wallet' using errcode = '23505', constraint = 'open_payments_slot';
  end if;
  return null;
end $$;
drop function open_orders_meet(bigint[], bigint[], text[], timestamptz);

-- Deleted merchants are few: whether one is among those of a batch is asked of them alone.
create index merchants_deleted on merchants (id) where deleted_at is not null;

-- Why a wallet was taken comes as texts: a document of all of them was read twice.
do $$
declare
  v_function regprocedure;
begin
  for v_function in select oid from pg_proc where pronamespace = 'public'::regnamespace and proname in ('intake_write', 'intake_at_once') loop
    execute format('drop function %s', v_function);
  end loop;
end $$;

create function intake_write(
    p_id bigint[], p_merchant bigint[], p_operator text[], p_wallet bigint[], p_amount bigint[], p_rate int[], p_fixed bigint[], p_min bigint[], p_max bigint[],
    p_customer text[], p_expires timestamptz[], p_ip text[], p_hash text[], p_key text[], p_user text[], p_url text[], p_metadata text[], p_routing text[],
    u_wallet bigint[], u_amount bigint[], u_count int[], u_day date[], u_month date[], u_first timestamptz[], u_last timestamptz[],
    s_hour timestamptz[], s_merchant bigint[], s_operator text[], s_count int[], s_amount bigint[], p_idempotency jsonb, p_rules jsonb) returns void
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set search_path = public, pg_temp as $$
declare
  v_count int;
begin
  if cardinality(p_id) > 0 then
    -- First, because it is what may be refused: then the least has been done in vain.
    insert into open_payments (payment_id, wallet_id, amount, payer)
      select i, w, a, coalesce(c, '') from unnest(p_id, p_wallet, p_amount, p_customer) as x (i, w, a, c);
    insert into merchant_order_keys (merchant_id, direction, key, order_id)
      select m, 'payment', k, i from unnest(p_id, p_merchant, p_key) as x (i, m, k);
    insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee_rate_bps, fee_fixed, fee_min, fee_max, customer, user_ref,
                          expires_at, remote_ip, notify_url, metadata, routing, request_hash)
      select i, m, k, o, w, a, fr, ff, fn, fx, c, u, e, ip, nu, md::jsonb, rt::json, decode(h, 'hex')
      from rows from (unnest(p_id), unnest(p_merchant), unnest(p_key), unnest(p_operator), unnest(p_wallet), unnest(p_amount), unnest(p_rate), unnest(p_fixed), unnest(p_min),
          unnest(p_max), unnest(p_customer), unnest(p_user), unnest(p_expires), unnest(p_ip), unnest(p_url), unnest(p_metadata), unnest(p_routing), unnest(p_hash))
        as x (i, m, k, o, w, a, fr, ff, fn, fx, c, u, e, ip, nu, md, rt, h);
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

create function intake_at_once(
    p_operators text[], p_epoch bigint, p_late timestamptz,
    p_id bigint[], p_merchant bigint[], p_operator text[], p_wallet bigint[], p_amount bigint[], p_rate int[], p_fixed bigint[], p_min bigint[], p_max bigint[],
    p_customer text[], p_expires timestamptz[], p_ip text[], p_hash text[], p_key text[], p_user text[], p_url text[], p_metadata text[], p_routing text[],
    u_wallet bigint[], u_amount bigint[], u_count int[], u_day date[], u_month date[], u_first timestamptz[], u_last timestamptz[],
    s_hour timestamptz[], s_merchant bigint[], s_operator text[], s_count int[], s_amount bigint[], p_idempotency jsonb, p_rules jsonb) returns boolean
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(4104, hashtext(o)) from (select o from unnest(p_operators) o order by o) operators;
  if (select n from routing_epoch) <> p_epoch
     or exists (select from merchants m where m.id = any (p_merchant) and m.deleted_at is not null) then
    return false;
  end if;
  perform set_config('floatdesk.late', p_late::text, true);
  begin
    perform intake_write(p_id, p_merchant, p_operator, p_wallet, p_amount, p_rate, p_fixed, p_min, p_max, p_customer, p_expires, p_ip, p_hash, p_key, p_user, p_url, p_metadata,
      p_routing, u_wallet, u_amount, u_count, u_day, u_month, u_first, u_last, s_hour, s_merchant, s_operator, s_count, s_amount, p_idempotency, p_rules);
  exception when unique_violation or serialization_failure then
    -- An order number or key that exists, an amount that is taken, a limit that has moved.
    return false;
  end;
  return true;
end $$;

do $$
declare
  v_function regprocedure;
  v_app text := current_setting('floatdesk.app_role');
begin
  for v_function in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname in ('intake_at_once', 'intake_write') loop
    execute format('revoke all on function %s from public', v_function);
    execute format('grant execute on function %s to %I', v_function, v_app);
  end loop;
  execute format('grant select, insert, delete on stats_batches to %I', v_app);
  execute format('grant select on stats_recent to %I', v_app);
end $$;
