-- Partitions made ahead, and what the application role may do: it owns nothing, cannot write entries, and cannot
-- change entries, audit rows or a message's raw text (decisions 20, 23, 24).

-- Makes the monthly partitions from one month to another (both included); months begin at midnight in Shanghai.
create function make_partitions_between(p_from date, p_to date) returns int
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
        execute format('create table public.%I partition of public.%I for values from (%s) to (%s) with (fillfactor = %s)', v_name, v_table,
          id_at(v_month::timestamp at time zone 'Asia/Shanghai'), id_at((v_month + interval '1 month')::timestamp at time zone 'Asia/Shanghai'),
          case when v_table in ('payments', 'disburses', 'sms') then 85 else 100 end);
        if v_table = 'entries' then
          execute format('create unique index %I on public.%I (account_id, seq)', v_name || '_account_seq', v_name);
        end if;
        v_made := v_made + 1;
      end if;
    end loop;
    v_month := (v_month + interval '1 month')::date;
  end loop;
  return v_made;
end $$;

-- Called by a job: this month and the given number ahead.
create function make_partitions(p_ahead int) returns int
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select make_partitions_between((now() at time zone 'Asia/Shanghai')::date, ((now() at time zone 'Asia/Shanghai') + make_interval(months => least(p_ahead, 24)))::date);
$$;
select make_partitions_between(((now() at time zone 'Asia/Shanghai') - interval '1 month')::date, ((now() at time zone 'Asia/Shanghai') + interval '3 months')::date);

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('revoke all on all tables in schema public from public');
  execute format('revoke all on all functions in schema public from public');
  execute format('grant usage on schema public to %I', v_app);
  execute format('grant select on all tables in schema public to %I', v_app);
  execute format('grant insert, update on config, merchants, users, sessions, wallets, wallet_chain, wallet_gaps, wallet_usage, devices, device_links, bind_codes,
    payments, disburses, disburse_attempts, active_attempts, transfers, withdrawals, approvals, manual_operations, day_closes, open_payments, order_trx, sms_keys,
    outbox, webhook_keys, idempotency_keys, stats_delta, stats_hourly, alerts, trx_used to %I', v_app);
  execute format('grant insert on meta, config_history, signin_failures, views, merchant_order_keys, sms, sms_bookings, order_events, deliveries, audit, live_events, proofs to %I', v_app);
  execute format('grant update (name, query, shared, is_default) on views to %I', v_app);
  execute format('grant delete on views, signin_failures, open_payments, bind_codes, idempotency_keys, live_events, stats_delta, outbox, active_attempts, sms_keys, device_links to %I', v_app);
  execute format('grant update (wallet_id, operator, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference, operator_time,
    match_status, payment_id, disburse_id, transfer_id, chain, reasons, evidence, rule_id, rule_version, booked_txn, in_suspense, held_until, processed, version) on sms to %I', v_app);
  execute format('grant usage on all sequences in schema public to %I', v_app);
  execute format('grant execute on function ms_of_id(bigint), time_of_id(bigint), id_at(timestamptz), ledger_post(jsonb), account_open(text, bigint, text),
    account_allow_negative(bigint), audit_seal(), audit_digest(bytea, audit), make_partitions(int), make_partitions_between(date, date), entries_zero_sum(), refuse_change(),
    payments_guard(), disburses_guard(), open_payments_guard() to %I', v_app);
end $$;
