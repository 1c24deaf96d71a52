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
  constraint alerts_muted check (status <> 'muted' or muted_until is not null)
);
create unique index alerts_open on alerts (kind, object_type, coalesce(object_id, 0)) where status in ('open', 'claimed', 'muted');
create index alerts_status on alerts (status, id);
create index alerts_live on alerts (kind, object_id) where status in ('open', 'claimed', 'muted');
-- The queue's lines: of each kind those that wait longest, and the members of one wallet's line; what was resolved last.
create index alerts_line on alerts (kind, since, id) where status in ('open', 'claimed', 'muted');
create index alerts_wallet on alerts (wallet_id, kind) where status in ('open', 'claimed', 'muted') and wallet_id is not null;
create index alerts_resolved on alerts (resolved_at desc, id desc) where status = 'resolved';
create index alerts_to_send on alerts (id) where alerted_at is null and status in ('open', 'claimed');
grant select, insert, update on alerts to :"app_role";

-- A row is what somebody of the staff wrote about an alert.
create table alert_comments (
  id bigint primary key,
  alert_id bigint not null references alerts (id),
  user_id bigint not null references users (id),
  text text not null check (length(text) between 1 and 2000)
);
create index alert_comments_alert on alert_comments (alert_id, id);
grant select, insert on alert_comments to :"app_role";

-- A row is somebody whom a comment calls; seen when he has looked at the alert.
create table alert_mentions (
  comment_id bigint not null references alert_comments (id),
  user_id bigint not null references users (id),
  alert_id bigint not null references alerts (id),
  seen_at timestamptz,
  primary key (comment_id, user_id)
);
create index alert_mentions_user on alert_mentions (user_id, alert_id);
create index alert_mentions_unseen on alert_mentions (user_id) where seen_at is null;
grant select, insert, update on alert_mentions to :"app_role";

-- A row is a session that looks at an alert now, as of seen_at; nothing is lost with it.
create table alert_viewers (
  alert_id bigint not null references alerts (id),
  session_id bigint not null,
  user_id bigint not null references users (id),
  seen_at timestamptz not null,
  primary key (alert_id, session_id)
);
create index alert_viewers_seen on alert_viewers (seen_at);
grant select, insert, update, delete on alert_viewers to :"app_role";

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
