-- A TrxID that was said is a claim: the message that carries it takes it over, whatever it had been said of.
-- Locks: the TrxID's row. Answers false when it is proven already.
create or replace function trx_prove(p_operator text, p_key text, p_direction text, p_type text, p_id bigint, p_sms bigint, p_amount bigint, p_wallet bigint) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into trx_used as u (operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id)
    values (p_operator, p_key, p_direction, p_type, p_id, p_sms, p_amount, p_wallet)
    on conflict (operator, trx_key, direction) do update set object_type = excluded.object_type, object_id = excluded.object_id, sms_id = excluded.sms_id,
      amount = excluded.amount, wallet_id = excluded.wallet_id, at = now() where u.sms_id is null;
  return found;
end $$;

revoke all on function trx_prove from public;
grant execute on function trx_prove to :"app_role";
