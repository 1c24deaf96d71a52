-- A change of a merchant's own fee columns is the next version of its rule for all operators; tiers stay. A rule that was made as a version
-- writes the columns itself and says so: `floatdesk.fee_version` = made.
-- Locks: new rows of fee_rules. Unique violation (23505): another version came at the same time.
create or replace function merchants_fee_version() returns trigger
  language plpgsql as $$
declare
  v_direction text;
  v_now timestamptz := clock_timestamp();
begin
  if current_setting('floatdesk.fee_version', true) = 'made' then return null; end if;
  foreach v_direction in array array['payment', 'disburse'] loop
    if (v_direction = 'payment' and (new.payment_rate_bps, new.payment_fixed, new.payment_min, new.payment_max) is distinct from (old.payment_rate_bps, old.payment_fixed, old.payment_min, old.payment_max))
       or (v_direction = 'disburse' and (new.disburse_rate_bps, new.disburse_fixed, new.disburse_min, new.disburse_max) is distinct from (old.disburse_rate_bps, old.disburse_fixed, old.disburse_min, old.disburse_max)) then
      perform fee_rules_begin(old, v_direction);
      insert into fee_rules (merchant_id, direction, version, rate_bps, fixed, min, max, tiers, valid_from, applied_at)
      select new.id, v_direction, (select max(f.version) + 1 from fee_rules f where f.merchant_id = new.id and f.direction = v_direction and f.operator is null),
        case v_direction when 'payment' then new.payment_rate_bps else new.disburse_rate_bps end,
        case v_direction when 'payment' then new.payment_fixed else new.disburse_fixed end,
        case v_direction when 'payment' then new.payment_min else new.disburse_min end,
        case v_direction when 'payment' then new.payment_max else new.disburse_max end,
        coalesce((select f.tiers from fee_rules f where f.merchant_id = new.id and f.direction = v_direction and f.operator is null and f.cancelled_at is null
                  and f.valid_from <= v_now order by f.valid_from desc, f.version desc limit 1), '[]'), v_now, v_now;
    end if;
  end loop;
  return null;
end $$;

create or replace trigger merchants_fee_version after update of payment_rate_bps, payment_fixed, payment_min, payment_max, disburse_rate_bps, disburse_fixed, disburse_min, disburse_max
  on merchants for each row execute function merchants_fee_version();

revoke all on function merchants_fee_version from public;
grant execute on function merchants_fee_version to :"app_role";
