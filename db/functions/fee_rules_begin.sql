-- needs: time_of_id
-- Keeps what a merchant's own columns say as version 1, before the first other version of the rule for all operators.
-- Locks: the new row. Answers nothing; does nothing where a version exists.
create or replace function fee_rules_begin(p_merchant merchants, p_direction text) returns void
  language sql as $$
  insert into fee_rules (merchant_id, direction, version, rate_bps, fixed, min, max, valid_from, applied_at)
  select p_merchant.id, p_direction, 1,
    case p_direction when 'payment' then p_merchant.payment_rate_bps else p_merchant.disburse_rate_bps end,
    case p_direction when 'payment' then p_merchant.payment_fixed else p_merchant.disburse_fixed end,
    case p_direction when 'payment' then p_merchant.payment_min else p_merchant.disburse_min end,
    case p_direction when 'payment' then p_merchant.payment_max else p_merchant.disburse_max end,
    least(time_of_id(p_merchant.id), now()), now()
  where not exists (select 1 from fee_rules f where f.merchant_id = p_merchant.id and f.direction = p_direction and f.operator is null);
$$;

revoke all on function fee_rules_begin from public;
grant execute on function fee_rules_begin to :"app_role";
