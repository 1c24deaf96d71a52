-- needs: parties, wallets
-- The exception queue, where its alerts go, and the switches that stop money.

-- A row is something that needs a person (rule 75).
create table alerts (
  id bigint primary key,
  kind text not null,
  object_type text not null,
  object_id bigint,
  merchant_id bigint,
  amount bigint,
  data jsonb not null default '{}',
  status text not null default 'open' check (status in ('open', 'claimed', 'resolved', 'muted')),
  claimed_by bigint,
  resolved_by bigint,
  resolved_at timestamptz,
  muted_until timestamptz,
  note text,
  version int not null default 1,
  since timestamptz not null default now(),
  wallet_id bigint,
  claimed_at timestamptz,
  -- When people outside the dashboard were told; null: they are to be.
  alerted_at timestamptz,
  constraint alerts_claimed check (status <> 'claimed' or claimed_by is not null),
  constraint alerts_muted check (status <> 'muted' or (muted_until is not null and note is not null))
);
create unique index alerts_open on alerts (kind, object_type, coalesce(object_id, 0)) where status in ('open', 'claimed', 'muted');
create index alerts_status on alerts (status, id);
create index alerts_live on alerts (kind, object_id) where status in ('open', 'claimed', 'muted');
create index alerts_to_send on alerts (id) where alerted_at is null and status in ('open', 'claimed');
grant select, insert, update on alerts to :"app_role";

-- A row is a way in which alerts leave the dashboard; the secret (token of the bot, key of the webhook) is encrypted.
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
grant select, update on alert_channels to :"app_role";

-- A row is an alert on its way out by one channel.
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
grant select, insert, update, delete on alert_outbox to :"app_role";

-- A row is a switch that somebody engaged: it stops money in a direction, of the platform, an operator, a merchant (at all operators or
-- at one) or a wallet, until it is opened again.
create table switches (
  id bigint primary key,
  scope text not null check (scope in ('platform', 'operator', 'merchant', 'wallet')),
  direction text not null check (direction in ('in', 'out', 'both')),
  operator text,
  merchant_id bigint references merchants (id),
  wallet_id bigint references wallets (id),
  reason text not null check (length(reason) between 1 and 500),
  -- Null: by a command of the machine, after a restore.
  closed_by bigint references users (id),
  closed_at timestamptz not null default now(),
  reopen_at timestamptz,
  opened_at timestamptz,
  -- Null with opened_at set: its time had come.
  opened_by bigint references users (id),
  note text,
  version int not null default 1,
  check (scope = 'merchant' or (scope = 'operator') = (operator is not null)),
  check ((scope = 'merchant') = (merchant_id is not null)),
  check ((scope = 'wallet') = (wallet_id is not null)),
  check (reopen_at > closed_at),
  check (opened_at is not null or opened_by is null)
);
create unique index switches_closed on switches (scope, coalesce(operator, ''), coalesce(merchant_id, 0), coalesce(wallet_id, 0), direction) where opened_at is null;
create index switches_reopen on switches (reopen_at) where opened_at is null and reopen_at is not null;
grant select, insert, update on switches to :"app_role";
