-- Settling with less work per message: columns come as arrays instead of documents, answers are written once as JSON.

-- The only writer of entries, by columns: t transaction, i entry, a account, d signed change, k kind, rt and rid reference,
-- m merchant, n note; in order. Locks the accounts in id order, takes sequence and before-balance from their rows, updates each once.
create function ledger_write(p_t bigint[], p_i bigint[], p_a bigint[], p_d bigint[], p_k text[], p_rt text[], p_rid bigint[], p_m bigint[], p_n text[]) returns void
  language plpgsql security definer set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform id from accounts where id = any (p_a) order by id for no key update;
  insert into entries (id, account_id, seq, txn_id, kind, amount, normal, before_balance, after_balance, ref_type, ref_id, merchant_id, note)
    select x.i, x.a, acc.seq + row_number() over w, x.t, x.k, x.d, acc.normal,
           acc.balance + sum(x.d) over w - x.d, acc.balance + sum(x.d) over w, x.rt, x.rid, x.m, x.n
    from unnest(p_t, p_i, p_a, p_d, p_k, p_rt, p_rid, p_m, p_n) with ordinality as x (t, i, a, d, k, rt, rid, m, n, ord)
    cross join lateral (select seq, balance, normal from accounts where accounts.id = x.a limit 1) acc
    window w as (partition by x.a order by x.ord rows unbounded preceding);
  update accounts acc set balance = acc.balance + s.change, seq = acc.seq + s.count
    from (select a, sum(d)::bigint as change, count(*) as count from unnest(p_a, p_d) as l (a, d) group by a) s
    where acc.id = s.a and acc.id = any (p_a);
end $$;

create or replace function ledger_post(p_legs jsonb) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select ledger_write(array_agg(t order by ord), array_agg(i order by ord), array_agg(a order by ord), array_agg(d order by ord), array_agg(k order by ord),
                      array_agg(rt order by ord), array_agg(rid order by ord), array_agg(m order by ord), array_agg(n order by ord))
  from rows from (jsonb_to_recordset(p_legs) as (t bigint, i bigint, a bigint, d bigint, k text, rt text, rid bigint, m bigint, n text)) with ordinality
    as x (t, i, a, d, k, rt, rid, m, n, ord)
  having count(*) > 0;
$$;

drop function settle_open(bigint[], text[], jsonb, timestamptz);
drop function settle_apply(jsonb);
drop type settle_candidate;

-- Locks the wallets of a batch in id order, then the orders that could be meant, and answers everything the decision needs.
-- Messages by columns: w wallet, a amount, o operator, t TrxID key, r reference, rid the reference read as a public id.
create function settle_read(p_wallets bigint[], p_keys text[], m_w bigint[], m_a bigint[], m_o text[], m_t text[], m_r text[], m_rid bigint[], p_late timestamptz) returns json
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_orders bigint[];
begin
  perform wallet_id from wallet_chain where wallet_id = any (p_wallets) order by wallet_id for no key update;
  select array_agg(distinct id) into v_orders from (
    select op.payment_id as id from unnest(m_w, m_a) as x (w, a)
      cross join lateral (select payment_id from open_payments o where o.amount = x.a and o.wallet_id = x.w and (o.expired_at is null or o.expired_at > p_late)) op
    union all
    select ot.payment_id from unnest(m_o, m_t) as x (o, t) cross join lateral (select payment_id from order_trx q where q.operator = x.o and q.trx_key = x.t and q.open limit 1) ot
    union all
    select mk.order_id from unnest(m_r) r cross join lateral (select order_id from merchant_order_keys q where q.key = r and q.direction = 'payment' limit 20) mk where r is not null
    union all
    select rid from unnest(m_rid) rid where rid is not null
  ) found;
  perform id from payments where id = any (v_orders) order by id for no key update;
  return json_build_object(
    'known', (select json_agg(json_build_object('k', encode(k.key, 'hex'), 'id', k.sms_id, 'at', extract(epoch from k.at) * 1000))
              from unnest(p_keys) q cross join lateral (select * from sms_keys where key = decode(q, 'hex') limit 1) k),
    'chains', (select json_agg(json_build_object('w', c.wallet_id, 'b', c.balance, 's', c.last_sms_id, 'f', c.payouts_frozen)) from wallet_chain c where c.wallet_id = any (p_wallets)),
    'gaps', (select json_agg(json_build_object('id', g.id, 'w', g.wallet_id, 'from', g.from_balance, 'to', g.to_balance)) from wallet_gaps g where g.wallet_id = any (p_wallets) and g.closed_at is null),
    'orders', (select json_agg(row_to_json(x)) from (
                 select p.id, p.merchant_id, p.merchant_order_id, p.operator, p.wallet_id, p.amount, p.status, p.customer, p.version, p.fee_rate_bps, p.fee_fixed, p.fee_min, p.fee_max,
                        p.expires_at, p.notify_url, p.user_ref, p.metadata, p.payment_url, array(select ot.trx_key from order_trx ot where ot.payment_id = p.id and ot.open) as trx
                 from payments p where p.id = any (v_orders) and p.status in ('pending', 'review', 'expired')) x),
    'used', (select json_agg(json_build_object('o', u.operator, 'k', u.trx_key, 'd', u.direction, 'type', u.object_type, 'id', u.object_id, 's', u.sms_id, 'a', u.amount, 'w', u.wallet_id))
             from unnest(m_o, m_t) as x (o, t) cross join lateral (select * from trx_used q where q.operator = x.o and q.trx_key = x.t) u),
    'booked', (select json_agg(json_build_object('w', b.wallet_id, 'kind', b.kind, 'k', b.trx_key, 'id', b.sms_id, 'a', s.amount, 'b', s.balance, 'd', s.direction))
               from unnest(m_w, m_t) as x (w, t)
               cross join lateral (select * from sms_bookings q where q.wallet_id = x.w and q.trx_key = x.t) b
               cross join lateral (select amount, balance, direction from sms m where m.id = b.sms_id limit 1) s),
    'held', (select json_agg(to_jsonb(s) - 'text' - 'evidence' || jsonb_build_object('wallet_type', w.wallet_type))
             from (select * from sms where wallet_id = any (p_wallets) and (match_status = 'held' or (match_status = 'review' and booked_txn is null)) order by id limit 500) s
             join wallets w on w.id = s.wallet_id));
end $$;

-- Writes what a batch of messages, or a person, decided. Each set by columns (m: messages, k: identity keys, b: bookings, u: used
-- TrxIDs, p: orders, l: legs, o: notifications, c: chains); what is rare comes as documents in p_rest.
create function settle_write(
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
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
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
    update payments t set status = x.status, reason = x.reason, received_amount = x.received, fee = x.fee, trx_id = x.trx_id, trx_key = x.trx_key, message_id = x.message,
        paid_at = x.paid, staff = case when x.account is null or x.account = any (t.staff) then t.staff else t.staff || x.account end,
        notify_status = x.notify, notify_next_at = x.paid, version = t.version + 1
      from unnest(p_id, p_version, p_status, p_reason, p_received, p_fee, p_trx_id, p_trx_key, p_message, p_paid, p_account, p_notify)
        as x (id, version, status, reason, received, fee, trx_id, trx_key, message, paid, account, notify)
      where t.id = x.id and t.version = x.version and t.id = any (p_id);
    get diagnostics v_count = row_count;
    if v_count <> cardinality(p_id) then raise exception 'an order changed meanwhile' using errcode = '40001'; end if;
    delete from open_payments o where o.payment_id = any (p_id);
    update order_trx t set open = false from unnest(p_id, p_status) as x (id, status)
      where t.payment_id = x.id and t.open and x.status in ('completed', 'rejected', 'cancelled') and t.payment_id = any (p_id);
  end if;
  if cardinality(l_i) > 0 then perform ledger_write(l_t, l_i, l_a, l_d, l_k, l_rt, l_rid, l_m, l_n); end if;
  if cardinality(o_id) > 0 then
    insert into outbox (id, merchant_id, object_type, object_id, type, url, body, status, next_at, give_up_at)
      select id, merchant, object_type, object, type, url, body, status, next, give_up
      from unnest(o_id, o_merchant, o_object_type, o_object, o_type, o_url, o_body, o_status, o_next, o_give_up) as x (id, merchant, object_type, object, type, url, body, status, next, give_up);
  end if;
  if cardinality(c_wallet) > 0 then
    update wallet_chain c set balance = x.b, last_sms_id = coalesce(x.s, c.last_sms_id), last_operator_time = coalesce(x.t, c.last_operator_time),
        real_balance = coalesce(x.rb, c.real_balance), real_balance_at = case when x.rb is null then c.real_balance_at else x.rt end,
        payouts_frozen = c.payouts_frozen or x.f, payouts_frozen_reason = case when x.f then x.fr else c.payouts_frozen_reason end
      from unnest(c_wallet, c_balance, c_sms, c_time, c_real, c_real_at, c_frozen, c_frozen_reason) as x (w, b, s, t, rb, rt, f, fr) where c.wallet_id = x.w and c.wallet_id = any (c_wallet);
  end if;
  if p_rest is not null then perform settle_write_rest(p_rest); end if;
end $$;

-- What a batch seldom writes; absent lists are empty.
create function settle_write_rest(p jsonb) returns void
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
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
    insert into stats_delta (hour, merchant_id, operator, completed_count, completed_amount, fees)
      select h, m, o, n, a, f from jsonb_to_recordset(p -> 'stats') as x (h timestamptz, m bigint, o text, n int, a bigint, f bigint);
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

do $$
declare
  v_function regprocedure;
begin
  for v_function in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname in ('ledger_write', 'settle_read', 'settle_write', 'settle_write_rest') loop
    execute format('revoke all on function %s from public', v_function);
    execute format('grant execute on function %s to %I', v_function, current_setting('floatdesk.app_role'));
  end loop;
end $$;
