-- Writes what a batch of messages, or a person, decided. Sets by columns: m messages, k identity keys, b bookings, u used TrxIDs, p orders,
-- l legs, o notifications, c chains; what is rare comes as documents in p_rest (sms_updates, and the lists of settle_write_rest). A column
-- that holds nulls only may come empty: what lies behind an array's end is null. A notification that is never to be sent goes into the
-- history at once. Last, the books of the wallets whose continuity moved on are held against what their operators printed.
-- Locks: the caller holds chain rows and orders (settle_read); then messages, orders, rows of open_payments and order_trx, and as late as
-- can be the accounts (ledger_write), for which the other lane waits.
-- Answers nothing. 40001: a message or an order has another version than the one that was read. Unique violation (23505): a message, a
-- booking or a TrxID is there already. FD001, FD007, 23514: as ledger_write.
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
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_count int;
  v_messages bigint[];
begin
  if cardinality(m_id) > 0 then
    insert into sms (id, wallet_id, device_id, operator, sender, text, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference,
                     operator_time, sent_at, received_at, match_status, payment_id, chain, reasons, evidence, rule_id, rule_version, origin, booked_txn, in_suspense, held_until)
      select m_id[n], m_wallet[n], m_device[n], m_operator[n], m_sender[n], m_text[n], m_class[n], m_kind[n], m_direction[n], m_amount[n], m_fee[n],
             m_commission[n], m_extra[n], m_balance[n], m_trx_id[n], m_trx_key[n], m_counterparty[n], m_reference[n], m_operator_time[n], m_sent[n],
             m_received[n], m_status[n], m_payment[n], m_chain[n], coalesce(m_reasons[n]::text[], '{}'), coalesce(m_evidence[n]::jsonb, '[]'), m_rule[n], m_rule_version[n], m_origin[n],
             m_txn[n], m_suspense[n], m_held[n]
      from generate_series(1, cardinality(m_id)) n;
  end if;
  if cardinality(k_key) > 0 then
    insert into sms_keys (key, sms_id) select decode(k_key[n], 'hex'), k_sms[n] from generate_series(1, cardinality(k_key)) n
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
    insert into sms_bookings (wallet_id, kind, trx_key, sms_id) select b_wallet[n], b_kind[n], b_key[n], b_sms[n] from generate_series(1, cardinality(b_wallet)) n;
  end if;
  if cardinality(u_key) > 0 then
    insert into trx_used (operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id)
      select u_operator[n], u_key[n], u_direction[n], u_type[n], u_id[n], u_sms[n], u_amount[n], u_wallet[n] from generate_series(1, cardinality(u_key)) n;
  end if;
  if cardinality(p_id) > 0 then
    v_count := settle_write_payments(p_id, p_version, p_status, p_received, p_fee, p_message, p_paid, p_notify, p_reason, p_trx_id, p_trx_key, p_account);
    if v_count <> cardinality(p_id) then raise exception 'an order changed meanwhile' using errcode = '40001'; end if;
    perform open_orders_close(p_id);
    update order_trx t set open = false from unnest(p_id, p_status) as x (id, status)
      where t.payment_id = x.id and t.open and x.status in ('completed', 'rejected', 'cancelled');
  end if;
  if 'none' <> any (o_status) then
    insert into outbox (id, merchant_id, object_type, object_id, type, url, body, status, next_at, give_up_at)
      select o_id[n], o_merchant[n], o_object_type[n], o_object[n], o_type[n], o_url[n], o_body[n], o_status[n], o_next[n], o_give_up[n]
      from generate_series(1, cardinality(o_id)) n where o_status[n] <> 'none';
  end if;
  if 'none' = any (o_status) then
    insert into deliveries (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log)
      select o_id[n], o_merchant[n], o_object_type[n], o_object[n], o_type[n], o_url[n], o_body[n], o_status[n], 0, '[]'
      from generate_series(1, cardinality(o_id)) n where o_status[n] = 'none';
  end if;
  if cardinality(c_wallet) > 0 then
    update wallet_chain c set balance = c_balance[x.n], last_sms_id = coalesce(c_sms[x.n], c.last_sms_id), last_operator_time = coalesce(c_time[x.n], c.last_operator_time),
        real_balance = coalesce(c_real[x.n], c.real_balance), real_balance_at = case when c_real[x.n] is null then c.real_balance_at else c_real_at[x.n] end,
        payouts_frozen = c.payouts_frozen or c_frozen[x.n], payouts_frozen_reason = case when c_frozen[x.n] and coalesce(c.payouts_frozen_reason, '') not in ('gap', 'reversal') then c_frozen_reason[x.n] else c.payouts_frozen_reason end
      from (select n, c_wallet[n] as wallet from generate_series(1, cardinality(c_wallet)) n) x where c.wallet_id = x.wallet;
  end if;
  -- The accounts are shared with the batch of the other lane, which waits for them until this one is committed: as late as can be.
  if cardinality(l_i) > 0 then perform ledger_write(l_t, l_i, l_a, l_d, l_k, l_rt, l_rid, l_m, l_n); end if;
  if p_rest is not null then perform settle_write_rest(p_rest); end if;
  if cardinality(c_wallet) > 0 then perform books_checked(c_wallet); end if;
end $$;

revoke all on function settle_write from public;
grant execute on function settle_write to :"app_role";
