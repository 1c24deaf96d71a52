-- needs: parties
-- Fee rules with tiers, by version.

-- Tiers rise strictly in their amount; amounts are minor units written as digits. It stands here because checks of tables use it: what it
-- says can only be changed together with their rows, by a migration.
create function fee_tiers_ok(p_tiers jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(p_tiers) = 'array' and jsonb_array_length(p_tiers) <= 20 and coalesce((
    select bool_and(t.from_amount > 0 and (t.before is null or t.from_amount > t.before) and t.rate between 0 and 10000 and t.fixed >= 0)
    from (select (x ->> 'from')::bigint as from_amount, lag((x ->> 'from')::bigint) over (order by n) as before, (x ->> 'rate_bps')::int as rate, (x ->> 'fixed')::bigint as fixed
          from jsonb_array_elements(p_tiers) with ordinality as e (x, n)) t), true);
$$;
revoke all on function fee_tiers_ok from public;
grant execute on function fee_tiers_ok to :"app_role";

-- A row is one version of what a merchant pays in one direction, for all operators or for one; it never changes (fee_rules_guard).
create table fee_rules (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchants (id),
  direction text not null check (direction in ('payment', 'disburse')),
  operator text,
  version int not null check (version > 0),
  rate_bps int not null default 0 check (rate_bps between 0 and 10000),
  fixed bigint not null default 0 check (fixed >= 0),
  min bigint check (min >= 0),
  max bigint check (max >= 0),
  tiers jsonb not null default '[]' check (fee_tiers_ok(tiers)),
  -- From here on the rule for all operators holds again.
  withdrawn boolean not null default false check (not withdrawn or operator is not null),
  valid_from timestamptz not null,
  created_at timestamptz not null default now(),
  created_by bigint references users (id),
  cancelled_at timestamptz,
  cancelled_by bigint references users (id),
  -- When the merchant's own columns took it over (rules for all operators).
  applied_at timestamptz,
  check (min <= max)
);
create unique index fee_rules_version on fee_rules (merchant_id, direction, coalesce(operator, ''), version);
create index fee_rules_valid on fee_rules (merchant_id, valid_from) where cancelled_at is null;
create index fee_rules_due on fee_rules (valid_from) where operator is null and cancelled_at is null and applied_at is null;
grant select, insert, update on fee_rules to :"app_role";
grant usage on sequence fee_rules_id_seq to :"app_role";

-- A row is the whole rule of an order whose rule had tiers: money that really comes may fall into another tier than what was ordered.
create table order_fee_rules (
  order_id bigint primary key,
  tiers jsonb not null check (fee_tiers_ok(tiers)),
  rate_bps int not null check (rate_bps between 0 and 10000),
  fixed bigint not null check (fixed >= 0)
);
grant select, insert on order_fee_rules to :"app_role";
