-- Work beside the orders that cost as much as the orders themselves.

-- Whose wallet an entry of a shared account belongs to was asked with a call of a function for each entry, 30 µs each. Orders,
-- nearly all of them, are looked up in the statement itself now; what is rare still asks `wallet_of`.
create or replace function account_fold(p_account bigint, p_limit int) returns int
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set search_path = public, pg_temp as $$
declare
  v_kind text;
  v_owner bigint;
  v_from bigint;
  v_to bigint;
  v_balance bigint;
  v_count int;
begin
  insert into ledger_rollup (account_id) values (p_account) on conflict do nothing;
  select seq into v_from from ledger_rollup where account_id = p_account for update;
  select kind, owner_id, least(seq, v_from + p_limit) into v_kind, v_owner, v_to from accounts where id = p_account;
  if v_to <= v_from then return 0; end if;
  with taken as materialized (
    select e.seq, e.kind, e.amount, e.after_balance, e.ref_type, business_day(e.id) as day,
      case when v_kind = 'wallet' then v_owner
        when v_kind = 'fees' or v_kind = 'suspense' and e.kind = 'payment' or v_kind = 'unexplained' and e.kind = 'disburse' then
          case e.ref_type when 'payment' then (select p.wallet_id from payments p where p.id = e.ref_id)
            when 'disburse' then (select d.wallet_id from disburses d where d.id = e.ref_id)
            else wallet_of(e.ref_type, e.ref_id) end end as wallet_id,
      -- Money leaves suspense with a minus; for the order's wallet it is a plus.
      case when v_kind = 'suspense' then -e.amount else e.amount end as signed
    from entries e where e.account_id = p_account and e.seq > v_from and e.seq <= v_to
  ), days as (
    insert into account_days as d (account_id, day, change, count, first_seq, last_seq)
      select p_account, day, sum(amount), count(*), min(seq), max(seq) from taken group by day order by day
      on conflict (account_id, day) do update set change = d.change + excluded.change, count = d.count + excluded.count,
        first_seq = least(d.first_seq, excluded.first_seq), last_seq = greatest(d.last_seq, excluded.last_seq)
  ), flows as (
    insert into wallet_flows as f (wallet_id, day, side, ref_type, kind, credit, debit, count)
      select wallet_id, day, v_kind, ref_type, kind, coalesce(sum(signed) filter (where signed > 0), 0), coalesce(-sum(signed) filter (where signed < 0), 0), count(*)
      from taken where wallet_id is not null group by wallet_id, day, ref_type, kind order by wallet_id, day, ref_type, kind
      on conflict (wallet_id, day, side, ref_type, kind) do update set credit = f.credit + excluded.credit, debit = f.debit + excluded.debit, count = f.count + excluded.count
  )
  select count(*), (array_agg(after_balance order by seq desc))[1] into v_count, v_balance from taken;
  if v_count <> v_to - v_from then raise exception 'entries of account % are missing between % and %', p_account, v_from, v_to using errcode = 'FD005'; end if;
  update ledger_rollup set seq = v_to, balance = v_balance where account_id = p_account;
  return v_count;
end $$;

-- Planned anew for each wallet, which took six times what reading a day of its messages takes.
alter function wallet_reports_of(bigint[], date, date, text[], text[]) set plan_cache_mode = force_generic_plan;

-- A notification that is never to be sent (the merchant has no address) was written into the outbox and carried from there
-- into the history a minute later. It goes into the history at once.

-- Writes what a batch of messages, or a person, decided. Each set by columns (m: messages, k: identity keys, b: bookings, u: used
-- TrxIDs, p: orders, l: legs, o: notifications, c: chains); what is rare comes as documents in p_rest.
create or replace function settle_write(
    m_id bigint[], m_wallet bigint[], m_device bigint[], m_operator text[], m_class text[], m_kind text[], m_direction text[], m_amount bigint[], m_fee bigint[], m_commission bigint[],
    m_extra bigint[], m_balance bigint[], m_operator_time timestamptz[], m_sent timestamptz[], m_received timestamptz[], m_status text[], m_payment bigint[], m_chain text[],
    m_rule_version int[], m_origin text[], m_txn bigint[], m_suspense boolean[], m_held timestamptz[],
    m_sender text[], m_text text[], m_trx_id text[], m_trx_key text[], m_counterparty text[], m_reference text[], m_rule text[], m_reasons text[], m_evidence text[],
    k_key text[], k_sms bigint[],
    b_wallet bigint[], b_kind text[], b_sms bigint[], b_key text[],
    u_operator text[], u_direction text[], u_type text[], u_id bigint[], u_sms bigint[], u_amount bigint[], u_wallet bigint[], u_key text[],
    p_id bigint[], p_version int[], p_status text[], p_received bigint[], p_fee bigint[], p_message bigint[], p_paid timestamptz[], p_notify text[],
    p_reason text[], p_trx_id text[], p_trx_key text[], p_account text[],
    l_t bigint[], l_i bigint[], l_a bigint[], l_d bigint[], l_k text[], l_rt text[], l_rid bigint[], l_m bigint[], l_n text[],
    o_id bigint[], o_merchant bigint[], o_object_type text[], o_object bigint[], o_type text[], o_status text[], o_next timestamptz[], o_give_up timestamptz[], o_url text[], o_body text[],
    c_wallet bigint[], c_balance bigint[], c_sms bigint[], c_time timestamptz[], c_real bigint[], c_real_at timestamptz[], c_frozen boolean[], c_frozen_reason text[],
    p_rest jsonb) returns void
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_count int;
  v_messages bigint[];
begin
  if cardinality(m_id) > 0 then
    insert into sms (id, wallet_id, device_id, operator, sender, text, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference,
                     operator_time, sent_at, received_at, match_status, payment_id, chain, reasons, evidence, rule_id, rule_version, origin, booked_txn, in_suspense, held_until)
      select id, wallet, device, operator, sender, text, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference,
             operator_time, sent, received, status, payment, chain, reasons::text[], evidence::jsonb, rule, rule_version, origin, txn, suspense, held
      from unnest(m_id, m_wallet, m_device, m_operator, m_sender, m_text, m_class, m_kind, m_direction, m_amount, m_fee, m_commission, m_extra, m_balance, m_trx_id, m_trx_key, m_counterparty,
                  m_reference, m_operator_time, m_sent, m_received, m_status, m_payment, m_chain, m_reasons, m_evidence, m_rule, m_rule_version, m_origin, m_txn, m_suspense, m_held)
        as x (id, wallet, device, operator, sender, text, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference,
              operator_time, sent, received, status, payment, chain, reasons, evidence, rule, rule_version, origin, txn, suspense, held);
    insert into sms_keys (key, sms_id) select decode(k, 'hex'), s from unnest(k_key, k_sms) as x (k, s)
      on conflict (key) do update set at = now() where sms_keys.at < now() - interval '10 minutes';
  end if;
  if p_rest is not null then
    select array_agg(id) into v_messages from jsonb_to_recordset(p_rest -> 'sms_updates') as x (id bigint);
    if v_messages is not null then
      update sms s set match_status = x.match_status, payment_id = coalesce(x.payment_id, s.payment_id), chain = coalesce(x.chain, s.chain), reasons = coalesce(x.reasons, s.reasons),
          booked_txn = coalesce(x.booked_txn, s.booked_txn), in_suspense = coalesce(x.in_suspense, s.in_suspense), held_until = x.held_until, processed = true, version = s.version + 1
        from jsonb_to_recordset(p_rest -> 'sms_updates') as x (id bigint, version int, match_status text, payment_id bigint, chain text, reasons text[], booked_txn bigint, in_suspense boolean,
          held_until timestamptz)
        where s.id = x.id and s.version = x.version and s.id = any (v_messages);
      get diagnostics v_count = row_count;
      if v_count <> jsonb_array_length(p_rest -> 'sms_updates') then raise exception 'a message changed meanwhile' using errcode = '40001'; end if;
    end if;
  end if;
  if cardinality(b_wallet) > 0 then
    insert into sms_bookings (wallet_id, kind, trx_key, sms_id) select w, kind, k, s from unnest(b_wallet, b_kind, b_key, b_sms) as x (w, kind, k, s);
  end if;
  if cardinality(u_key) > 0 then
    insert into trx_used (operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id)
      select o, k, d, type, id, s, a, w from unnest(u_operator, u_key, u_direction, u_type, u_id, u_sms, u_amount, u_wallet) as x (o, k, d, type, id, s, a, w);
  end if;
  if cardinality(p_id) > 0 then
    v_count := settle_write_payments(p_id, p_version, p_status, p_received, p_fee, p_message, p_paid, p_notify, p_reason, p_trx_id, p_trx_key, p_account);
    if v_count <> cardinality(p_id) then raise exception 'an order changed meanwhile' using errcode = '40001'; end if;
    perform open_orders_close(p_id);
    update order_trx t set open = false from unnest(p_id, p_status) as x (id, status)
      where t.payment_id = x.id and t.open and x.status in ('completed', 'rejected', 'cancelled');
  end if;
  if cardinality(o_id) > 0 then
    insert into outbox (id, merchant_id, object_type, object_id, type, url, body, status, next_at, give_up_at)
      select id, merchant, object_type, object, type, url, body, status, next, give_up
      from unnest(o_id, o_merchant, o_object_type, o_object, o_type, o_url, o_body, o_status, o_next, o_give_up) as x (id, merchant, object_type, object, type, url, body, status, next, give_up)
      where status <> 'none';
    insert into deliveries (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log)
      select id, merchant, object_type, object, type, url, body, status, 0, '[]'
      from unnest(o_id, o_merchant, o_object_type, o_object, o_type, o_url, o_body, o_status) as x (id, merchant, object_type, object, type, url, body, status)
      where status = 'none';
  end if;
  if cardinality(c_wallet) > 0 then
    update wallet_chain c set balance = x.b, last_sms_id = coalesce(x.s, c.last_sms_id), last_operator_time = coalesce(x.t, c.last_operator_time),
        real_balance = coalesce(x.rb, c.real_balance), real_balance_at = case when x.rb is null then c.real_balance_at else x.rt end,
        payouts_frozen = c.payouts_frozen or x.f, payouts_frozen_reason = case when x.f then x.fr else c.payouts_frozen_reason end
      from unnest(c_wallet, c_balance, c_sms, c_time, c_real, c_real_at, c_frozen, c_frozen_reason) as x (w, b, s, t, rb, rt, f, fr) where c.wallet_id = x.w;
  end if;
  -- The accounts are shared with the batch of the other lane, which waits for them until this one is committed: as late as can be.
  if cardinality(l_i) > 0 then perform ledger_write(l_t, l_i, l_a, l_d, l_k, l_rt, l_rid, l_m, l_n); end if;
  if p_rest is not null then perform settle_write_rest(p_rest); end if;
end $$;

-- The newest notification of an order may be one that is never sent, and stands in the history from the beginning.
create or replace function outbox_record(p_now timestamptz, p jsonb) returns table (kind text, id bigint, version int, merchant_id bigint)
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_orders bigint[];
  v_low bigint;
  v_high bigint;
begin
  select array_agg(o.object_id), min(o.object_id), max(o.object_id) into v_orders, v_low, v_high
    from outbox o where o.id in (select (x ->> 'id')::bigint from jsonb_array_elements(p) x);
  -- Orders are locked in id order everywhere.
  perform 1 from payments t where t.id = any (v_orders) and t.id between v_low and v_high order by t.id for no key update;
  perform 1 from disburses t where t.id = any (v_orders) and t.id between v_low and v_high order by t.id for no key update;
  return query
    with r as materialized (
      select * from jsonb_to_recordset(p) as x (id bigint, lease timestamptz, outcome text, attempt jsonb, code int, next_at timestamptz, alert_id bigint)
    ), gone as (
      delete from outbox o using r where o.id = r.id and r.outcome = 'delivered'
      returning o.id, o.merchant_id, o.object_type, o.object_id, o.type, o.url, o.body, 'delivered' as status, o.attempts + 1 as attempts, o.attempt_log || r.attempt as attempt_log, r.code, null::timestamptz as next_at, o.by_hand, r.alert_id
    ), moved as (
      insert into deliveries (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log, last_code, delivered_at)
        select g.id, g.merchant_id, g.object_type, g.object_id, g.type, g.url, g.body, g.status, g.attempts, g.attempt_log, g.code, p_now from gone g
    ), kept as (
      update outbox o set status = r.outcome, attempts = o.attempts + 1, last_code = r.code, next_at = r.next_at, lease_until = null,
          -- A receiver that is down for weeks, with resends by hand, must not grow a row without bound.
          attempt_log = (case when jsonb_array_length(o.attempt_log) >= 50 then o.attempt_log - 0 else o.attempt_log end) || r.attempt
        from r where o.id = r.id and r.outcome <> 'delivered' and o.lease_until = r.lease
        returning o.id, o.merchant_id, o.object_type, o.object_id, o.type, o.status, o.attempts, o.last_code as code, o.next_at, o.by_hand, r.alert_id
    ), done as (
      select g.id, g.merchant_id, g.object_type, g.object_id, g.type, g.status, g.attempts, g.code, g.next_at, g.by_hand, g.alert_id from gone g
      union all select * from kept
    ), newest as (
      -- The order shows its newest notification; an older one that went late does not speak for it.
      select d.* from done d where not exists (select 1 from outbox n where n.object_id = d.object_id and n.id > d.id)
        and not exists (select 1 from deliveries n where n.object_id = d.object_id and n.id > d.id)
    ), paid as (
      update payments t set notify_status = n.status, notify_attempts = n.attempts, notify_last_code = n.code, notify_next_at = n.next_at
        from newest n where n.object_type = 'payment' and t.id = n.object_id and t.id between v_low and v_high
        returning t.id, t.version, t.merchant_id
    ), disbursed as (
      update disburses t set notify_status = n.status, notify_attempts = n.attempts, notify_last_code = n.code, notify_next_at = n.next_at
        from newest n where n.object_type = 'disburse' and t.id = n.object_id and t.id between v_low and v_high
        returning t.id, t.version, t.merchant_id
    ), pulled as (
      update outbox s set next_at = p_now from done d
        where d.status <> 'waiting' and s.object_id = d.object_id and s.id > d.id and s.status = 'waiting' and s.attempts = 0 and s.lease_until is null and s.next_at > p_now
        returning s.id, s.merchant_id
    ), alerted as (
      insert into alerts (id, kind, object_type, object_id, merchant_id, data)
        select distinct on (d.merchant_id) d.alert_id, 'delivery_failed', 'merchant', d.merchant_id, d.merchant_id, jsonb_build_object('delivery', d.id::text, 'type', d.type, 'status', d.status, 'code', d.code)
        from done d where d.status in ('failed', 'stopped') order by d.merchant_id, d.id desc
        on conflict (kind, object_type, coalesce(object_id, 0)) where status in ('open', 'claimed', 'muted') do update set data = excluded.data, version = alerts.version + 1
    )
    select 'payment', t.id, t.version, t.merchant_id from paid t
    union all select 'disburse', t.id, t.version, t.merchant_id from disbursed t
    union all select 'next', s.id, 0, s.merchant_id from pulled s;
end $$;

-- Statistics were taken, again and again, of texts, documents and lists that no plan is chosen by. Those of a month of messages
-- took three quarters of a second each time.
create function payload_unsampled(p_table text, p_part text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_column text;
begin
  for v_column in select a.attname from pg_attribute a where a.attrelid = format('public.%I', p_part)::regclass and not a.attisdropped and a.attname = any (case p_table
      when 'payments' then array['merchant_order_id', 'user_ref', 'trx_id', 'reason', 'notify_url', 'payment_url', 'metadata', 'staff', 'notes', 'routing', 'request_hash', 'remote_ip']
      when 'disburses' then array['merchant_order_id', 'user_ref', 'trx_id', 'reason', 'notify_url', 'metadata', 'staff', 'notes', 'routing', 'request_hash', 'remote_ip']
      when 'sms' then array['sender', 'text', 'reasons', 'evidence']
      when 'deliveries' then array['url', 'body', 'attempt_log']
      when 'order_events' then array['data']
      when 'entries' then array['note'] end) loop
    execute format('alter table only public.%I alter column %I set statistics 0', p_part, v_column);
  end loop;
end $$;
select payload_unsampled(p.relname, i.child) from pg_class p
  cross join lateral (select p.relname as child union all select c.relname from pg_inherits h join pg_class c on c.oid = h.inhrelid where h.inhparent = p.oid) i
  where p.relnamespace = 'public'::regnamespace and p.relkind = 'p' and p.relname in ('payments', 'disburses', 'sms', 'entries', 'order_events', 'deliveries');

-- Every completed order leaves one old row behind: cleaning up after each twentieth of a month's orders read all of the month's
-- indexes four times as often as after each fifth, which is PostgreSQL's own measure.
do $$
declare
  v_part regclass;
begin
  for v_part in select h.inhrelid from pg_inherits h join pg_class p on p.oid = h.inhparent
      where p.relnamespace = 'public'::regnamespace and p.relname in ('payments', 'disburses', 'sms', 'entries', 'order_events', 'deliveries') loop
    execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0.2)', v_part);
  end loop;
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
          case when v_table in ('payments', 'disburses', 'sms') then 85 else 100 end);
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
revoke all on function payload_unsampled(text, text) from public;
