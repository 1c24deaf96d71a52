-- The rules of wallets may be remembered between batches: this number moves with every change of them, in the same transaction.
-- Locks: the one row of routing_epoch, until that transaction ends.
create or replace function routing_epoch_bump() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update routing_epoch set n = n + 1;
  return null;
end $$;

create or replace trigger wallets_epoch after insert or update of operator, api_type, collect, payout, payments_open, disburses_open, min_amount, max_amount, daily_max, month_max,
  daily_count_max, month_count_max, cool_interval, enabled, deleted_at or delete on wallets for each statement execute function routing_epoch_bump();
create or replace trigger device_links_epoch after insert or update or delete on device_links for each statement execute function routing_epoch_bump();
create or replace trigger devices_epoch after update of revoked_at, app on devices for each statement execute function routing_epoch_bump();
create or replace trigger switches_epoch after insert or update on switches for each statement execute function routing_epoch_bump();

revoke all on function routing_epoch_bump from public;
grant execute on function routing_epoch_bump to :"app_role";
