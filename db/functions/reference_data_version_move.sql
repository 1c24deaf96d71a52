-- What a process remembers of merchants, wallets and phones holds until this number moves: it does with every change of what is remembered,
-- in the same transaction. The triggers wait for the commit, so the number's row is the last lock of a transaction, and of several changes
-- only the first moves it. A phone's row is touched whenever it speaks; only what decides about its calls is remembered.
-- Locks: the one row of reference_data_version. Postgres replaces no constraint triggers, so that each is dropped first.
create or replace function reference_data_version_move() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update reference_data_version set n = n + 1, moved_by = pg_current_xact_id() where moved_by is distinct from pg_current_xact_id();
  return null;
end $$;

drop trigger if exists merchants_reference_data on merchants;
create constraint trigger merchants_reference_data after insert or update or delete on merchants deferrable initially deferred
  for each row execute function reference_data_version_move();
drop trigger if exists fee_rules_reference_data on fee_rules;
create constraint trigger fee_rules_reference_data after insert or update or delete on fee_rules deferrable initially deferred
  for each row execute function reference_data_version_move();
drop trigger if exists device_links_reference_data on device_links;
create constraint trigger device_links_reference_data after insert or update or delete on device_links deferrable initially deferred
  for each row execute function reference_data_version_move();
drop trigger if exists wallets_reference_data on wallets;
create constraint trigger wallets_reference_data after insert or delete on wallets deferrable initially deferred
  for each row execute function reference_data_version_move();
drop trigger if exists wallets_reference_data_change on wallets;
create constraint trigger wallets_reference_data_change after update on wallets deferrable initially deferred
  for each row when ((old.operator, old.wallet_type, old.api_type, old.account, old.name, old.enabled, old.deleted_at, old.ip_whitelist)
    is distinct from (new.operator, new.wallet_type, new.api_type, new.account, new.name, new.enabled, new.deleted_at, new.ip_whitelist))
  execute function reference_data_version_move();
drop trigger if exists devices_reference_data on devices;
create constraint trigger devices_reference_data after insert or delete on devices deferrable initially deferred
  for each row execute function reference_data_version_move();
drop trigger if exists devices_reference_data_change on devices;
create constraint trigger devices_reference_data_change after update on devices deferrable initially deferred
  for each row when (old.app is distinct from new.app or old.token_hash is distinct from new.token_hash or old.hook_hash is distinct from new.hook_hash
    or old.revoked_at is distinct from new.revoked_at or old.signing_secret is distinct from new.signing_secret or old.signs_since is distinct from new.signs_since)
  execute function reference_data_version_move();

revoke all on function reference_data_version_move from public;
grant execute on function reference_data_version_move to :"app_role";
