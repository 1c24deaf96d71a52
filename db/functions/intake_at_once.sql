-- Accepts a batch of orders in one call: checks what the server remembers of the wallets (p_epoch), under the same locks and in the same
-- transaction in which it writes. Most batches need nothing read (docs/decisions/0022-orders-at-once.md). An expired order without a
-- payer's number that is younger than p_late is in the way too: open_payments_guard reads it from `floatdesk.late`.
-- Locks: the operators' routing locks (advisory 4104, hash of the name) by name, then as intake_write.
-- Answers true when everything is written. False leaves no trace: wallets changed since, a merchant was deleted, an order number or key
-- exists, an amount is taken, a limit has moved; the batch is then read (intake_read), routed and written (intake_write).
create or replace function intake_at_once(
    p_operators text[], p_epoch bigint, p_late timestamptz,
    p_id bigint[], p_merchant bigint[], p_operator text[], p_wallet bigint[], p_amount bigint[], p_rate int[], p_fixed bigint[], p_min bigint[], p_max bigint[],
    p_customer text[], p_expires timestamptz[], p_ip text[], p_hash text[], p_key text[], p_user text[], p_url text[], p_metadata text[], p_routing text[],
    u_wallet bigint[], u_amount bigint[], u_count int[], u_day date[], u_month date[], u_first timestamptz[], u_last timestamptz[],
    s_hour timestamptz[], s_merchant bigint[], s_operator text[], s_count int[], s_amount bigint[], p_idempotency jsonb, p_rules jsonb) returns boolean
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
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

revoke all on function intake_at_once from public;
grant execute on function intake_at_once to :"app_role";
