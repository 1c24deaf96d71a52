-- A version of a fee rule never changes; it is cancelled once, and not after the merchant's columns took it over.
-- FD004: it would.
create or replace function fee_rules_guard() returns trigger
  language plpgsql as $$
begin
  if (new.merchant_id, new.direction, new.operator, new.version, new.rate_bps, new.fixed, new.min, new.max, new.tiers, new.withdrawn, new.valid_from, new.created_at, new.created_by) is distinct from
     (old.merchant_id, old.direction, old.operator, old.version, old.rate_bps, old.fixed, old.min, old.max, old.tiers, old.withdrawn, old.valid_from, old.created_at, old.created_by)
     or (old.cancelled_at is not null and new.cancelled_at is distinct from old.cancelled_at) or (old.operator is null and old.applied_at is not null and new.cancelled_at is not null) then
    raise exception 'a version of a fee rule never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger fee_rules_guard before update on fee_rules for each row execute function fee_rules_guard();

revoke all on function fee_rules_guard from public;
grant execute on function fee_rules_guard to :"app_role";
