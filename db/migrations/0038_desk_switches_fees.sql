-- The exception desk and where its alerts go, kill-switches with a scope, fee rules with tiers.

-- ---------------------------------------------------------------- the desk
alter table alerts add column since timestamptz not null default now();
alter table alerts add column wallet_id bigint;
alter table alerts add column claimed_at timestamptz;
-- When people outside the dashboard were told; null: they are to be.
alter table alerts add column told_at timestamptz;
update alerts set since = time_of_id(id), told_at = now(),
  claimed_at = case when status = 'claimed' then now() end, muted_until = case when status = 'muted' then coalesce(muted_until, now()) else muted_until end;
alter table alerts add constraint alerts_claimed check (status <> 'claimed' or claimed_by is not null);
alter table alerts add constraint alerts_muted check (status <> 'muted' or (muted_until is not null and note is not null)) not valid;
create index alerts_live on alerts (kind, object_id) where status in ('open', 'claimed', 'muted');
create index alerts_untold on alerts (id) where told_at is null and status in ('open', 'claimed');

create function alerts_guard() returns trigger language plpgsql as $$
begin
  if old.status = 'resolved' then
    raise exception 'a resolved alert never changes' using errcode = 'FD003';
  end if;
  if (new.kind, new.object_type, new.object_id) is distinct from (old.kind, old.object_type, old.object_id) then
    raise exception 'this column of an alert never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;
create trigger alerts_guard before update on alerts for each row execute function alerts_guard();

-- Where alerts go besides the desk; the secret (token of the bot, key of the webhook) is encrypted.
create table alert_channels (
  channel text primary key check (channel in ('webhook', 'telegram')),
  enabled boolean not null default false,
  url text,
  chat_id text,
  api_base text,
  secret bytea,
  secret_last4 text,
  kinds text[],
  min_severity text not null default 'warning' check (min_severity in ('info', 'warning', 'urgent')),
  language text not null default 'zh' check (language in ('zh', 'en')),
  version int not null default 1,
  check (not enabled or secret is not null),
  check (not enabled or channel <> 'webhook' or url is not null),
  check (not enabled or channel <> 'telegram' or chat_id is not null),
  check ((secret is null) = (secret_last4 is null))
);
insert into alert_channels (channel) values ('webhook'), ('telegram');

create table alert_outbox (
  id bigint primary key,
  channel text not null references alert_channels (channel),
  body text not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  next_at timestamptz not null,
  give_up_at timestamptz not null,
  last_at timestamptz,
  last_code int,
  last_error text
);
create index alert_outbox_due on alert_outbox (next_at) where status = 'waiting';
create index alert_outbox_channel on alert_outbox (channel, id);

-- ---------------------------------------------------------------- kill-switches
create table switches (
  id bigint primary key,
  scope text not null check (scope in ('platform', 'operator', 'merchant', 'wallet')),
  direction text not null check (direction in ('in', 'out', 'both')),
  operator text,
  merchant_id bigint references merchants (id),
  wallet_id bigint references wallets (id),
  reason text not null check (length(reason) between 1 and 500),
  closed_by bigint not null references users (id),
  closed_at timestamptz not null default now(),
  reopen_at timestamptz,
  opened_at timestamptz,
  -- Null with opened_at set: its time had come.
  opened_by bigint references users (id),
  note text,
  version int not null default 1,
  check ((scope = 'operator') = (operator is not null)),
  check ((scope = 'merchant') = (merchant_id is not null)),
  check ((scope = 'wallet') = (wallet_id is not null)),
  check (reopen_at > closed_at),
  check (opened_at is not null or opened_by is null)
);
create unique index switches_closed on switches (scope, coalesce(operator, ''), coalesce(merchant_id, 0), coalesce(wallet_id, 0), direction) where opened_at is null;
create index switches_reopen on switches (reopen_at) where opened_at is null and reopen_at is not null;

create function switches_guard() returns trigger language plpgsql as $$
begin
  if old.opened_at is not null then
    raise exception 'a switch that was opened never changes' using errcode = 'FD003';
  end if;
  if (new.scope, new.direction, new.operator, new.merchant_id, new.wallet_id, new.reason, new.closed_by, new.closed_at, new.reopen_at) is distinct from
     (old.scope, old.direction, old.operator, old.merchant_id, old.wallet_id, old.reason, old.closed_by, old.closed_at, old.reopen_at) then
    raise exception 'this column of a switch never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;
create trigger switches_guard before update on switches for each row execute function switches_guard();
-- What routing remembers of wallets counts no longer.
create trigger switches_epoch after insert or update on switches for each statement execute function routing_epoch_bump();

-- Wallets that a switch keeps out of routing in one direction, at a moment.
create function wallet_switched(p_wallet bigint, p_direction text, p_at timestamptz) returns boolean language sql stable as $$
  select exists (select 1 from switches s where s.opened_at is null and s.wallet_id = p_wallet and s.direction in (p_direction, 'both') and (s.reopen_at is null or s.reopen_at > p_at));
$$;

-- ---------------------------------------------------------------- fee rules
-- Tiers rise strictly in their amount; amounts are minor units written as digits.
create function fee_tiers_ok(p_tiers jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(p_tiers) = 'array' and jsonb_array_length(p_tiers) <= 20 and coalesce((
    select bool_and(t.from_amount > 0 and (t.before is null or t.from_amount > t.before) and t.rate between 0 and 10000 and t.fixed >= 0)
    from (select (x ->> 'from')::bigint as from_amount, lag((x ->> 'from')::bigint) over (order by n) as before, (x ->> 'rate_bps')::int as rate, (x ->> 'fixed')::bigint as fixed
          from jsonb_array_elements(p_tiers) with ordinality as e (x, n)) t), true);
$$;

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

create function fee_rules_guard() returns trigger language plpgsql as $$
begin
  if (new.merchant_id, new.direction, new.operator, new.version, new.rate_bps, new.fixed, new.min, new.max, new.tiers, new.withdrawn, new.valid_from, new.created_at, new.created_by) is distinct from
     (old.merchant_id, old.direction, old.operator, old.version, old.rate_bps, old.fixed, old.min, old.max, old.tiers, old.withdrawn, old.valid_from, old.created_at, old.created_by)
     or (old.cancelled_at is not null and new.cancelled_at is distinct from old.cancelled_at) or (old.operator is null and old.applied_at is not null and new.cancelled_at is not null) then
    raise exception 'a version of a fee rule never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;
create trigger fee_rules_guard before update on fee_rules for each row execute function fee_rules_guard();

-- Keeps what a merchant's own columns say as version 1, before the first other version of the rule for all operators.
create function fee_rules_begin(p_merchant merchants, p_direction text) returns void language sql as $$
  insert into fee_rules (merchant_id, direction, version, rate_bps, fixed, min, max, valid_from, applied_at)
  select p_merchant.id, p_direction, 1,
    case p_direction when 'payment' then p_merchant.payment_rate_bps else p_merchant.disburse_rate_bps end,
    case p_direction when 'payment' then p_merchant.payment_fixed else p_merchant.disburse_fixed end,
    case p_direction when 'payment' then p_merchant.payment_min else p_merchant.disburse_min end,
    case p_direction when 'payment' then p_merchant.payment_max else p_merchant.disburse_max end,
    least(time_of_id(p_merchant.id), now()), now()
  where not exists (select 1 from fee_rules f where f.merchant_id = p_merchant.id and f.direction = p_direction and f.operator is null);
$$;

-- A change of a merchant's own fee columns is the next version of its rule for all operators; tiers stay. A rule that
-- was made as a version writes the columns itself and says so.
create function merchants_fee_version() returns trigger language plpgsql as $$
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
create trigger merchants_fee_version after update of payment_rate_bps, payment_fixed, payment_min, payment_max, disburse_rate_bps, disburse_fixed, disburse_min, disburse_max
  on merchants for each row execute function merchants_fee_version();

-- The fee on an amount, as `feeOn` computes it (a test compares the two): rounded half up once, then bounded.
create function fee_on(p_rate int, p_fixed bigint, p_min bigint, p_max bigint, p_tiers jsonb, p_amount bigint) returns bigint language sql immutable as $$
  select least(greatest(div(2 * p_amount::numeric * coalesce(t.rate, p_rate) + 10000, 20000)::bigint + coalesce(t.fixed, p_fixed), coalesce(p_min, 0)), coalesce(p_max, 9223372036854775807))
  from (select 1) one left join lateral (
    select (x ->> 'rate_bps')::int as rate, (x ->> 'fixed')::bigint as fixed from jsonb_array_elements(p_tiers) x
    where (x ->> 'from')::bigint <= p_amount order by (x ->> 'from')::bigint desc limit 1) t on true;
$$;

-- The whole rule of orders whose rule had tiers: money that really comes may fall into another tier than what was ordered.
create table order_fee_rules (
  order_id bigint primary key,
  tiers jsonb not null check (fee_tiers_ok(tiers)),
  rate_bps int not null check (rate_bps between 0 and 10000),
  fixed bigint not null check (fixed >= 0)
);

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant select, update on alert_channels to %I', v_app);
  execute format('grant select, insert, update, delete on alert_outbox to %I', v_app);
  execute format('grant select, insert, update on switches, fee_rules to %I', v_app);
  execute format('grant select, insert on order_fee_rules to %I', v_app);
  execute format('grant usage on all sequences in schema public to %I', v_app);
  execute format('grant execute on function alerts_guard(), switches_guard(), wallet_switched(bigint, text, timestamptz), fee_tiers_ok(jsonb), fee_rules_guard(),
    fee_rules_begin(merchants, text), merchants_fee_version(), fee_on(int, bigint, bigint, bigint, jsonb, bigint) to %I', v_app);
end $$;
