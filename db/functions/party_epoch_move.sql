-- What a process remembers of merchants, wallets and phones holds until this number moves: it does with every change of what is remembered,
-- in the same transaction. The triggers wait for the commit, so the number's row is the last lock of a transaction, and of several changes
-- only the first moves it. A phone's row is touched whenever it speaks; only what decides about its calls is remembered.
-- Locks: the one row of party_epoch. Postgres replaces no constraint triggers, so that each is dropped first.
create or replace function party_epoch_move() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update party_epoch set n = n + 1, moved_by = pg_current_xact_id() where moved_by is distinct from pg_current_xact_id();
  return null;
end $$;

drop trigger if exists merchants_party on merchants;
create constraint trigger merchants_party after insert or update or delete on merchants deferrable initially deferred
  for each row execute function party_epoch_move();
drop trigger if exists fee_rules_party on fee_rules;
create constraint trigger fee_rules_party after insert or update or delete on fee_rules deferrable initially deferred
  for each row execute function party_epoch_move();
drop trigger if exists device_links_party on device_links;
create constraint trigger device_links_party after insert or update or delete on device_links deferrable initially deferred
  for each row execute function party_epoch_move();
drop trigger if exists wallets_party on wallets;
create constraint trigger wallets_party after insert or delete on wallets deferrable initially deferred
  for each row execute function party_epoch_move();
drop trigger if exists wallets_party_change on wallets;
create constraint trigger wallets_party_change after update on wallets deferrable initially deferred
  for each row when ((old.operator, old.wallet_type, old.api_type, old.account, old.name, old.enabled, old.deleted_at, old.ip_whitelist)
    is distinct from (new.operator, new.wallet_type, new.api_type, new.account, new.name, new.enabled, new.deleted_at, new.ip_whitelist))
  execute function party_epoch_move();
drop trigger if exists devices_party on devices;
create constraint trigger devices_party after insert or delete on devices deferrable initially deferred
  for each row execute function party_epoch_move();
drop trigger if exists devices_party_change on devices;
create constraint trigger devices_party_change after update on devices deferrable initially deferred
  for each row when (old.app is distinct from new.app or old.token_hash is distinct from new.token_hash or old.hook_hash is distinct from new.hook_hash
    or old.revoked_at is distinct from new.revoked_at or old.signing_secret is distinct from new.signing_secret or old.signs_since is distinct from new.signs_since)
  execute function party_epoch_move();

revoke all on function party_epoch_move from public;
grant execute on function party_epoch_move to :"app_role";
