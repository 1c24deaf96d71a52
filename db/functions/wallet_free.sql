-- What a wallet can still promise, minor units: its books less what is frozen for payouts and transfers under way, less what was said to have
-- left and is not reported yet, each with the cost that the operator is expected to take. Locks nothing.
create or replace function wallet_free(p_wallet bigint) returns bigint
  language sql stable as $$
  select coalesce((select balance from accounts where kind = 'wallet' and owner_id = p_wallet limit 1), 0)
    - (select frozen_balance from wallets where id = p_wallet)
    - coalesce((select sum(amount + expected_cost) from unreported_movements where wallet_id = p_wallet and direction = 'debit' and ended_at is null), 0)::bigint;
$$;

revoke all on function wallet_free from public;
grant execute on function wallet_free to :"app_role";
