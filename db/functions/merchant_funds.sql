-- What a merchant may spend, minor units, with both of its accounts locked in the order in which the ledger locks them.
-- Locks: the merchant's accounts `merchant` and `hold`, by id. Answers the balance; null without an account.
create or replace function merchant_funds(p_merchant bigint) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform id from accounts where owner_id = p_merchant and kind in ('merchant', 'hold') order by id for no key update;
  return (select balance from accounts where owner_id = p_merchant and kind = 'merchant' and operator = '');
end $$;

revoke all on function merchant_funds from public;
grant execute on function merchant_funds to :"app_role";
