-- Most orders go from pending to completed, and their notification from waiting to delivered. No index of the orders holds what
-- changes on that way, so that the row gets its new version on its own page and no index a new entry (docs/decisions/0025).

do $$
declare
  v_part regclass;
begin
  -- Room for the new versions. Before the rewrite below, which leaves it.
  for v_part in select inhrelid::regclass from pg_inherits where inhparent = 'payments'::regclass loop
    execute format('alter table %s set (fillfactor = 60)', v_part);
  end loop;
end $$;

drop index payments_open;
drop index payments_expiry;
drop index payments_trx;
drop index payments_undelivered;
alter table payments
  -- The status, off the usual way: what lists of such orders are found by.
  add column aside text generated always as (case when status not in ('pending', 'completed') then status end) stored,
  -- The notification's state where it needs somebody. What waits is found through the outbox.
  add column undelivered text generated always as (case when notify_status in ('failed', 'stopped') then notify_status end) stored;
create index payments_aside on payments (aside, id) where aside is not null;
create index payments_undelivered on payments (undelivered, id) where undelivered is not null;

-- What is pending is found by its row here; so is what is due.
alter table open_payments add column expires_at timestamptz;
update open_payments o set expires_at = coalesce((select p.expires_at from payments p where p.id = o.payment_id), now());
alter table open_payments alter column expires_at set not null;
create index open_payments_due on open_payments (expires_at) where expired_at is null;

-- Orders that nothing has decided yet: pending ones, and those that wait for a person.
create view payments_undecided with (security_invoker = true) as
  select p.id, p.merchant_id, p.operator, p.wallet_id, p.amount, p.status from open_payments o
    cross join lateral (select q.id, q.merchant_id, q.operator, q.wallet_id, q.amount, q.status from payments q where q.id = o.payment_id offset 0) p
    where o.expired_at is null and p.status = 'pending'
  union all select id, merchant_id, operator, wallet_id, amount, status from payments where aside = 'review';

-- Expires what is due, but for orders whose operator is still being asked. From the slots to their orders, one by one: where much is
-- due at once, the planner would rather read all orders for each batch of them.
create or replace function payments_expire(p_limit int) returns setof payments
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $$
declare
  v_ids bigint[];
begin
  select array_agg(id) into v_ids from (
    select p.id from open_payments o join payments p on p.id = o.payment_id
    where o.expired_at is null and o.expires_at <= now() and p.status = 'pending'
      and (o.expires_at <= now() - interval '10 minutes' or not exists (
        select 1 from operator_sessions s where s.payment_id = p.id and s.state in ('open', 'executing') and (s.asked_at is null or s.asked_at < p.expires_at)))
    order by o.expires_at limit p_limit for no key update of p skip locked) due;
  if v_ids is null then return; end if;
  update open_payments set expired_at = now() where payment_id = any (v_ids);
  return query update payments set status = 'expired', version = version + 1 where id = any (v_ids) returning *;
end $$;

create or replace function make_partitions_between(p_from date, p_to date) returns int
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_month date := date_trunc('month', p_from)::date;
  v_table text;
  v_name text;
  v_made int := 0;
begin
  perform pg_advisory_xact_lock(4102);
  while v_month <= p_to loop
    foreach v_table in array array['payments', 'disburses', 'sms', 'entries', 'order_events', 'deliveries'] loop
      v_name := format('%s_%s', v_table, to_char(v_month, 'YYYYMM'));
      if to_regclass(format('public.%I', v_name)) is null then
        execute format('create table public.%I partition of public.%I for values from (%s) to (%s) with (fillfactor = %s, autovacuum_vacuum_scale_factor = 0.2)', v_name, v_table,
          id_at(v_month::timestamp at time zone 'Asia/Shanghai'), id_at((v_month + interval '1 month')::timestamp at time zone 'Asia/Shanghai'),
          case v_table when 'payments' then 60 when 'disburses' then 85 when 'sms' then 85 else 100 end);
        if v_table = 'entries' then
          execute format('create unique index %I on public.%I (account_id, seq)', v_name || '_account_seq', v_name);
        end if;
        perform payload_unsampled(v_table, v_name);
        v_made := v_made + 1;
      end if;
    end loop;
    v_month := (v_month + interval '1 month')::date;
  end loop;
  return v_made;
end $$;

create or replace function intake_write(
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

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant select on payments_undecided to %I', v_app);
end $$;

-- The new columns have no statistics yet, and the lists are planned by them.
analyze payments, open_payments;
