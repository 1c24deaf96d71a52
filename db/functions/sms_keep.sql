-- Stores a message that could not be processed, for the sweeper, with its identity keys. A message without TrxID and time is known again for
-- a while only (repeat_window): a key that is older is taken anew.
-- Locks: the new rows and the keys. Answers nothing.
create or replace function sms_keep(p_row jsonb, p_keys jsonb) returns void
  language plpgsql
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off
  set search_path = public, pg_temp as $$
begin
  insert into sms (id, wallet_id, device_id, operator, sender, text, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference,
           operator_time, sent_at, received_at, match_status, continuity, reasons, evidence, rule_id, rule_version, origin, in_suspense, held_until, processed)
    select id, wallet_id, device_id, operator, sender, text, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference,
           operator_time, sent_at, received_at, match_status, continuity, reasons, evidence, rule_id, rule_version, origin, in_suspense, held_until, false
    from jsonb_to_record(p_row) as x (id bigint, wallet_id bigint, device_id bigint, operator text, sender text, text text, class text, kind text, direction text,
      amount bigint, fee bigint, commission bigint, extra bigint, balance bigint, trx_id text, trx_key text, counterparty text, reference text, operator_time timestamptz,
      sent_at timestamptz, received_at timestamptz, match_status text, continuity text, reasons text[], evidence jsonb, rule_id text, rule_version int, origin text,
      in_suspense boolean, held_until timestamptz);
  insert into sms_keys (key, sms_id) select decode(k, 'hex'), (p_row ->> 'id')::bigint from jsonb_to_recordset(p_keys) as x (k text)
    on conflict (key) do update set at = now() where sms_keys.at < now() - repeat_window();
end $$;

revoke all on function sms_keep from public;
grant execute on function sms_keep to :"app_role";
