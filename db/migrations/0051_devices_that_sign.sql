-- Apps whose signature is optional: from a phone's first good signature on, its posts are refused without one.
alter table devices add column signs_since timestamptz;
drop trigger devices_party_change on devices;
create constraint trigger devices_party_change after update on devices deferrable initially deferred
  for each row when (old.app is distinct from new.app or old.token_hash is distinct from new.token_hash or old.hook_hash is distinct from new.hook_hash
    or old.revoked_at is distinct from new.revoked_at or old.signing_secret is distinct from new.signing_secret or old.signs_since is distinct from new.signs_since)
  execute function party_epoch_move();
