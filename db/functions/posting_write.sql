-- Writes what a batch of messages, or a person, decided. Sets by columns, each a parameter for the whole batch; what is rare comes as documents in rest (sms_updates, and the lists of posting_write_rest). A column
-- that holds nulls only may come empty: what lies behind an array's end is null. A notification that is never to be sent goes into the
-- history at once. Last, the books of the wallets whose continuity moved on are held against what their operators printed.
-- Locks: the caller holds continuity rows and orders (posting_read); then messages, orders, rows of open_payments and order_trx, and as late as
-- can be the accounts (ledger_write), for which the other lane waits.
-- Answers nothing. 40001: a message or an order has another version than the one that was read. Unique violation (23505): a message, a
-- booking or a TrxID is there already. FD001, FD007, 23514: as ledger_write.
create or replace function posting_write(
    message_ids bigint[], message_wallets bigint[], message_devices bigint[], message_operators text[], message_classes text[], message_kinds text[], message_directions text[], message_amounts bigint[], message_fees bigint[], message_commissions bigint[],
    message_extras bigint[], message_balances bigint[], message_operator_times timestamptz[], message_sent timestamptz[], message_received timestamptz[], message_statuses text[], message_payments bigint[], message_continuities text[],
    message_rule_versions int[], message_origins text[], message_txns bigint[], message_suspense boolean[], message_held timestamptz[],
    message_senders text[], message_texts text[], message_trx_ids text[], message_trx_keys text[], message_counterparties text[], message_references text[], message_rules text[], message_reasons text[], message_evidence text[],
    key_hashes text[], key_messages bigint[],
    booking_wallets bigint[], booking_kinds text[], booking_messages bigint[], booking_keys text[],
    used_operators text[], used_directions text[], used_types text[], used_objects bigint[], used_messages bigint[], used_amounts bigint[], used_wallets bigint[], used_keys text[],
    payment_ids bigint[], payment_versions int[], payment_statuses text[], payment_received bigint[], payment_fees bigint[], payment_messages bigint[], payment_paid timestamptz[], payment_notify text[],
    payment_reasons text[], payment_trx_ids text[], payment_trx_keys text[], payment_accounts text[],
    leg_txns bigint[], leg_entries bigint[], leg_accounts bigint[], leg_changes bigint[], leg_kinds text[], leg_ref_types text[], leg_refs bigint[], leg_merchants bigint[], leg_notes text[],
    outbox_ids bigint[], outbox_merchants bigint[], outbox_object_types text[], outbox_objects bigint[], outbox_types text[], outbox_statuses text[], outbox_next timestamptz[], outbox_give_up timestamptz[], outbox_urls text[], outbox_bodies text[],
    continuity_wallets bigint[], continuity_balances bigint[], continuity_messages bigint[], continuity_times timestamptz[], continuity_real bigint[], continuity_real_at timestamptz[], continuity_frozen boolean[], continuity_frozen_reasons text[], continuity_prints text[],
    rest jsonb) returns void
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_count int;
  v_messages bigint[];
begin
  if cardinality(message_ids) > 0 then
    insert into sms (id, wallet_id, device_id, operator, sender, text, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference,
                     operator_time, sent_at, received_at, match_status, payment_id, continuity, reasons, evidence, rule_id, rule_version, origin, booked_txn, in_suspense, held_until)
      select message_ids[n], message_wallets[n], message_devices[n], message_operators[n], message_senders[n], message_texts[n], message_classes[n], message_kinds[n], message_directions[n], message_amounts[n], message_fees[n],
             message_commissions[n], message_extras[n], message_balances[n], message_trx_ids[n], message_trx_keys[n], message_counterparties[n], message_references[n], message_operator_times[n], message_sent[n],
             message_received[n], message_statuses[n], message_payments[n], message_continuities[n], coalesce(message_reasons[n]::text[], '{}'), coalesce(message_evidence[n]::jsonb, '[]'), message_rules[n], message_rule_versions[n], message_origins[n],
             message_txns[n], message_suspense[n], message_held[n]
      from generate_series(1, cardinality(message_ids)) n;
  end if;
  if cardinality(key_hashes) > 0 then
    insert into sms_keys (key, sms_id) select decode(key_hashes[n], 'hex'), key_messages[n] from generate_series(1, cardinality(key_hashes)) n
      on conflict (key) do update set at = now() where sms_keys.at < now() - repeat_window();
  end if;
  if rest is not null then
    select array_agg(id) into v_messages from jsonb_to_recordset(rest -> 'sms_updates') as x (id bigint);
    if v_messages is not null then
      update sms s set match_status = x.match_status, payment_id = coalesce(x.payment_id, s.payment_id), continuity = coalesce(x.continuity, s.continuity), reasons = coalesce(x.reasons, s.reasons),
          booked_txn = coalesce(x.booked_txn, s.booked_txn), in_suspense = coalesce(x.in_suspense, s.in_suspense), held_until = x.held_until, processed = true, version = s.version + 1
        from jsonb_to_recordset(rest -> 'sms_updates') as x (id bigint, version int, match_status text, payment_id bigint, continuity text, reasons text[], booked_txn bigint, in_suspense boolean,
          held_until timestamptz)
        where s.id = x.id and s.version = x.version and s.id = any (v_messages);
      get diagnostics v_count = row_count;
      if v_count <> jsonb_array_length(rest -> 'sms_updates') then raise exception 'a message changed meanwhile' using errcode = '40001'; end if;
    end if;
  end if;
  if cardinality(booking_wallets) > 0 then
    insert into sms_bookings (wallet_id, kind, trx_key, sms_id) select booking_wallets[n], booking_kinds[n], booking_keys[n], booking_messages[n] from generate_series(1, cardinality(booking_wallets)) n;
  end if;
  if cardinality(used_keys) > 0 then
    insert into trx_used (operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id)
      select used_operators[n], used_keys[n], used_directions[n], used_types[n], used_objects[n], used_messages[n], used_amounts[n], used_wallets[n] from generate_series(1, cardinality(used_keys)) n;
  end if;
  if cardinality(payment_ids) > 0 then
    v_count := posting_write_payments(payment_ids, payment_versions, payment_statuses, payment_received, payment_fees, payment_messages, payment_paid, payment_notify, payment_reasons, payment_trx_ids, payment_trx_keys, payment_accounts);
    if v_count <> cardinality(payment_ids) then raise exception 'an order changed meanwhile' using errcode = '40001'; end if;
    perform open_orders_close(payment_ids);
    update order_trx t set open = false from unnest(payment_ids, payment_statuses) as x (id, status)
      where t.payment_id = x.id and t.open and x.status in ('completed', 'rejected', 'cancelled');
  end if;
  if 'none' <> any (outbox_statuses) then
    insert into outbox (id, merchant_id, object_type, object_id, type, url, body, status, next_at, give_up_at)
      select outbox_ids[n], outbox_merchants[n], outbox_object_types[n], outbox_objects[n], outbox_types[n], outbox_urls[n], outbox_bodies[n], outbox_statuses[n], outbox_next[n], outbox_give_up[n]
      from generate_series(1, cardinality(outbox_ids)) n where outbox_statuses[n] <> 'none';
  end if;
  if 'none' = any (outbox_statuses) then
    insert into deliveries (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log)
      select outbox_ids[n], outbox_merchants[n], outbox_object_types[n], outbox_objects[n], outbox_types[n], outbox_urls[n], outbox_bodies[n], outbox_statuses[n], 0, '[]'
      from generate_series(1, cardinality(outbox_ids)) n where outbox_statuses[n] = 'none';
  end if;
  if cardinality(continuity_wallets) > 0 then
    update wallet_continuity c set balance = continuity_balances[x.n], last_sms_id = coalesce(continuity_messages[x.n], c.last_sms_id), last_operator_time = coalesce(continuity_times[x.n], c.last_operator_time),
        real_balance = coalesce(continuity_real[x.n], c.real_balance), real_balance_at = case when continuity_real[x.n] is null then c.real_balance_at else continuity_real_at[x.n] end,
        payouts_frozen = c.payouts_frozen or continuity_frozen[x.n], payouts_frozen_reason = case when continuity_frozen[x.n] and coalesce(c.payouts_frozen_reason, '') not in ('discrepancy', 'reversal') then continuity_frozen_reasons[x.n] else c.payouts_frozen_reason end,
        prints = coalesce(nullif(continuity_prints[x.n]::text[], '{}'), c.prints)
      from (select n, continuity_wallets[n] as wallet from generate_series(1, cardinality(continuity_wallets)) n) x where c.wallet_id = x.wallet;
  end if;
  -- The accounts are shared with the batch of the other lane, which waits for them until this one is committed: as late as can be.
  if cardinality(leg_entries) > 0 then perform ledger_write(leg_txns, leg_entries, leg_accounts, leg_changes, leg_kinds, leg_ref_types, leg_refs, leg_merchants, leg_notes); end if;
  if rest is not null then perform posting_write_rest(rest); end if;
  if cardinality(continuity_wallets) > 0 then perform books_checked(continuity_wallets); end if;
end $$;

revoke all on function posting_write from public;
grant execute on function posting_write to :"app_role";
