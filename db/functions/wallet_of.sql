-- Which wallet an entry on a shared account (suspense, unexplained, fees) is about: the one that its money stands on, which for a payment is
-- its message's (a payer may have used another of our numbers), else that of the order behind it; null where there is none. Locks nothing.
create or replace function wallet_of(p_type text, p_id bigint) returns bigint
  language sql stable as $$
  select case p_type
    when 'payment' then (select coalesce((select s.wallet_id from sms s where s.id = p.message_id), p.wallet_id) from payments p where p.id = p_id)
    when 'disburse' then (select d.wallet_id from disburses d where d.id = p_id)
    when 'manual' then (select coalesce((select p.wallet_id from payments p where p.id = m.payment_id), m.wallet_id) from manual_operations m where m.id = p_id)
    when 'transfer' then (select coalesce(t.from_wallet_id, t.to_wallet_id) from transfers t where t.id = p_id)
  end
$$;

revoke all on function wallet_of from public;
grant execute on function wallet_of to :"app_role";
