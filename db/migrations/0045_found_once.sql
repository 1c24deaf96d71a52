-- What a batch changes was found twice: by the join and by the list of the whole batch beside it, which was sorted anew for
-- every row, or compared with every row of the orders. One of them is enough; of the orders, which stand in partitions, the
-- list finds the rows by their primary key and a hash brings the two together.

-- The only writer of entries, by columns: t transaction, i entry, a account, d signed change, k kind, rt and rid reference,
-- m merchant, n note; in order. Locks the accounts in id order, takes sequence and before-balance from their rows, updates each once.
create or replace function ledger_write(p_t bigint[], p_i bigint[], p_a bigint[], p_d bigint[], p_k text[], p_rt text[], p_rid bigint[], p_m bigint[], p_n text[]) returns void
  language plpgsql security definer set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off
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
    where acc.id = s.a;
end $$;

-- Changes the orders of a batch that still have the version they were read with; answers how many there were.
create function settle_write_payments(
    p_id bigint[], p_version int[], p_status text[], p_received bigint[], p_fee bigint[], p_message bigint[], p_paid timestamptz[], p_notify text[],
    p_reason text[], p_trx_id text[], p_trx_key text[], p_account text[]) returns int
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off
  set search_path = public, pg_temp as $$
declare
  v_count int;
begin
  update payments t set status = x.status, reason = x.reason, received_amount = x.received, fee = x.fee, trx_id = x.trx_id, trx_key = x.trx_key, message_id = x.message,
      paid_at = x.paid, staff = case when x.account is null or x.account = any (t.staff) then t.staff else t.staff || x.account end,
      notify_status = x.notify, notify_next_at = x.paid, version = t.version + 1
    from unnest(p_id, p_version, p_status, p_reason, p_received, p_fee, p_trx_id, p_trx_key, p_message, p_paid, p_account, p_notify)
      as x (id, version, status, reason, received, fee, trx_id, trx_key, message, paid, account, notify)
    where t.id = x.id and t.version = x.version and t.id = any (p_id);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Takes orders that ended out of the open ones. Only a bitmap is made of nothing but an index that fits, also while the
-- statistics say that there are no open orders.
create function open_orders_close(p_ids bigint[]) returns void
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set enable_bitmapscan = on
  set search_path = public, pg_temp as $$
begin
  delete from open_payments o where o.payment_id = any (p_ids);
end $$;

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
      from unnest(c_wallet, c_balance, c_sms, c_time, c_real, c_real_at, c_frozen, c_frozen_reason) as x (w, b, s, t, rb, rt, f, fr) where c.wallet_id = x.w;
  end if;
  if p_rest is not null then perform settle_write_rest(p_rest); end if;
end $$;

do $$
declare
  v_function regprocedure;
begin
  for v_function in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname in ('settle_write_payments', 'open_orders_close') loop
    execute format('revoke all on function %s from public', v_function);
    execute format('grant execute on function %s to %I', v_function, current_setting('floatdesk.app_role'));
  end loop;
end $$;
