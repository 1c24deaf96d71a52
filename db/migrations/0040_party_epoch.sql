-- What a process remembers of merchants, wallets and phones holds until this number moves: it does with every change of
-- what is remembered, in the same transaction. The triggers wait for the commit, so the number's row is the last lock of
-- a transaction, and of several changes only the first moves it.
create table party_epoch (
  id int primary key default 1 check (id = 1),
  n bigint not null default 1,
  moved_by xid8
) with (fillfactor = 20);
insert into party_epoch default values;

create function party_epoch_move() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update party_epoch set n = n + 1, moved_by = pg_current_xact_id() where moved_by is distinct from pg_current_xact_id();
  return null;
end $$;

create constraint trigger merchants_party after insert or update or delete on merchants deferrable initially deferred
  for each row execute function party_epoch_move();
create constraint trigger fee_rules_party after insert or update or delete on fee_rules deferrable initially deferred
  for each row execute function party_epoch_move();
create constraint trigger device_links_party after insert or update or delete on device_links deferrable initially deferred
  for each row execute function party_epoch_move();
create constraint trigger wallets_party after insert or delete on wallets deferrable initially deferred
  for each row execute function party_epoch_move();
create constraint trigger wallets_party_change after update on wallets deferrable initially deferred
  for each row when ((old.operator, old.wallet_type, old.api_type, old.account, old.name, old.enabled, old.deleted_at, old.ip_whitelist)
    is distinct from (new.operator, new.wallet_type, new.api_type, new.account, new.name, new.enabled, new.deleted_at, new.ip_whitelist))
  execute function party_epoch_move();
create constraint trigger devices_party after insert or delete on devices deferrable initially deferred
  for each row execute function party_epoch_move();
-- A phone's row is touched whenever it speaks; only what decides about its calls is remembered.
create constraint trigger devices_party_change after update on devices deferrable initially deferred
  for each row when ((old.app, old.token_hash, old.hook_hash, old.revoked_at, old.signing_secret)
    is distinct from (new.app, new.token_hash, new.hook_hash, new.revoked_at, new.signing_secret))
  execute function party_epoch_move();

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant select on party_epoch to %I', v_app);
  execute format('grant execute on function party_epoch_move() to %I', v_app);
end $$;
