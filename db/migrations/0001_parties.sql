-- Parties and parameters: who uses the platform, the wallets it owns, the phones that report for them.
-- Runs as the owner role. The application role is named in the setting floatdesk.app_role (grants: 0006_roles.sql).

create function ms_of_id(p_id bigint) returns bigint language sql immutable parallel safe
  return (p_id >> 12) + 1577836800000;
create function time_of_id(p_id bigint) returns timestamptz language sql immutable parallel safe
  return to_timestamp(((p_id >> 12) + 1577836800000) / 1000.0);
-- The smallest id of an instant: a date range is an id range (decision 25).
create function id_at(p_at timestamptz) returns bigint language sql immutable parallel safe
  return ((floor(extract(epoch from p_at) * 1000))::bigint - 1577836800000) << 12;

create table meta (
  key text primary key,
  value jsonb not null
);

create table config (
  id int primary key default 1 check (id = 1),
  version int not null check (version > 0),
  value jsonb not null,
  updated_at timestamptz not null default now()
);
create table config_history (
  version int primary key,
  at timestamptz not null default now(),
  user_id bigint,
  account text,
  changes jsonb not null
);

create table merchants (
  id bigint primary key,
  name text not null check (length(name) between 1 and 64),
  owner text not null default '',
  payment_rate_bps int not null default 0 check (payment_rate_bps between 0 and 10000),
  payment_fixed bigint not null default 0 check (payment_fixed >= 0),
  payment_min bigint check (payment_min >= 0),
  payment_max bigint check (payment_max >= 0),
  disburse_rate_bps int not null default 0 check (disburse_rate_bps between 0 and 10000),
  disburse_fixed bigint not null default 0 check (disburse_fixed >= 0),
  disburse_min bigint check (disburse_min >= 0),
  disburse_max bigint check (disburse_max >= 0),
  ip_whitelist text[] not null default '{}',
  notify_url text,
  require_ack boolean not null default false,
  app_id text not null unique check (app_id ~ '^[a-z0-9]{8,32}$'),
  app_secret_hash bytea not null unique,
  app_secret_last4 text not null,
  webhook_secret bytea not null,
  webhook_secret_previous bytea,
  webhook_previous_until timestamptz,
  payments_open boolean not null default true,
  disburses_open boolean not null default true,
  enabled boolean not null default true,
  deleted_at timestamptz,
  version int not null default 1
);

create table users (
  id bigint primary key,
  account text not null,
  email text not null,
  password_hash text not null,
  must_change_password boolean not null default false,
  user_type text not null check (user_type in ('admin', 'finance', 'operator', 'auditor', 'merchant_admin', 'merchant_viewer')),
  merchant_id bigint references merchants (id),
  enabled boolean not null default true,
  deleted_at timestamptz,
  on_totp boolean not null default false,
  totp_seed bytea,
  -- A seed that was made by a reset and has not seen its first good code.
  totp_pending boolean not null default false,
  -- Last accepted time step: a code works once (decision 37).
  totp_step bigint not null default 0,
  last_sign_in_at timestamptz,
  preferences jsonb not null default '{}',
  version int not null default 1,
  check ((user_type in ('merchant_admin', 'merchant_viewer')) = (merchant_id is not null))
);
create unique index users_account on users (lower(account));
create unique index users_email on users (lower(email));
create index users_merchant on users (merchant_id) where merchant_id is not null;

create table sessions (
  id bigint primary key,
  user_id bigint not null references users (id),
  token_hash bytea not null unique,
  last_seen_at timestamptz not null default now(),
  last_act_at timestamptz not null default now(),
  ip text,
  user_agent text not null default '',
  rechecked_at timestamptz,
  ended_at timestamptz,
  end_reason text
);
create index sessions_user on sessions (user_id) where ended_at is null;

-- Failed tries of sign-in and one-time codes, per account and per address; counted over sliding windows.
create table signin_failures (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('account', 'address', 'code')),
  subject text not null,
  at timestamptz not null default now()
);
create index signin_failures_subject on signin_failures (scope, subject, at);

create table views (
  id bigint primary key,
  user_id bigint not null references users (id),
  list text not null,
  name text not null,
  query text not null,
  shared boolean not null default false,
  is_default boolean not null default false,
  unique (user_id, list, name)
);

create table wallets (
  id bigint primary key,
  name text not null check (length(name) between 1 and 64),
  note_name text not null default '',
  operator text not null,
  wallet_type text not null check (wallet_type in ('personal', 'agent', 'merchant')),
  api_type text not null check (api_type in ('app', 'official', 'manual')),
  account text not null,
  collect boolean not null default true,
  payout boolean not null default true,
  payments_open boolean not null default true,
  disburses_open boolean not null default true,
  proxy bytea,
  proxy_shown text,
  location text,
  ip_whitelist text[] not null default '{}',
  min_amount bigint check (min_amount >= 0),
  max_amount bigint check (max_amount >= 0),
  daily_max bigint check (daily_max >= 0),
  month_max bigint check (month_max >= 0),
  daily_count_max int check (daily_count_max >= 0),
  month_count_max int check (month_count_max >= 0),
  cool_interval int check (cool_interval >= 0),
  frozen_balance bigint not null default 0 check (frozen_balance >= 0),
  -- Operator credentials of an official wallet, encrypted.
  credentials bytea,
  enabled boolean not null default true,
  deleted_at timestamptz,
  version int not null default 1
);
create unique index wallets_account on wallets (operator, account) where deleted_at is null;

-- What changes with each message and each heartbeat stands apart from the wide row.
create table wallet_chain (
  wallet_id bigint primary key references wallets (id),
  -- Balance after the last message of the chain, moved on by messages that print none.
  balance bigint,
  last_sms_id bigint,
  last_operator_time timestamptz,
  real_balance bigint,
  real_balance_at timestamptz,
  payouts_frozen boolean not null default false,
  payouts_frozen_reason text
) with (fillfactor = 60);

-- A located break of the balance chain: between which two messages, how much, since when (domain text section 8).
create table wallet_gaps (
  id bigint primary key,
  wallet_id bigint not null references wallets (id),
  from_balance bigint not null,
  to_balance bigint not null,
  before_sms_id bigint,
  after_sms_id bigint,
  since timestamptz not null,
  closed_at timestamptz,
  closed_by text
);
create index wallet_gaps_open on wallet_gaps (wallet_id) where closed_at is null;

-- What routing has reserved and what was completed, by the operator's day and month (decision 14).
create table wallet_usage (
  wallet_id bigint not null references wallets (id),
  direction text not null check (direction in ('in', 'out')),
  day date not null,
  day_amount bigint not null default 0,
  day_count int not null default 0,
  month date not null,
  month_amount bigint not null default 0,
  month_count int not null default 0,
  last_used_at timestamptz,
  primary key (wallet_id, direction)
) with (fillfactor = 50);

create table devices (
  id bigint primary key,
  name text not null,
  app text not null check (app in ('native', 'smsforwarder', 'android_sms_gateway', 'android_income_sms', 'httpsms')),
  model text,
  app_version text,
  token_hash bytea unique,
  hook_hash bytea unique,
  signing_secret bytea,
  counter bigint not null default 0,
  -- Seconds between pings that the app announced (android-sms-gateway), for its online window.
  ping_seconds int,
  battery int,
  location text,
  queue_length int,
  clock_skew_ms bigint,
  last_ip text,
  last_network text,
  first_seen_at timestamptz,
  last_seen_at timestamptz,
  last_refused text,
  last_refused_at timestamptz,
  revoked_at timestamptz
);
-- (device, SIM) -> wallet; a wallet may have any number of reporting devices (decision 35).
create table device_links (
  device_id bigint not null references devices (id),
  sim text not null default 'any' check (sim in ('any', 'sim1', 'sim2')),
  wallet_id bigint not null references wallets (id),
  bound_at timestamptz,
  ended_at timestamptz,
  id bigint primary key
);
create unique index device_links_open on device_links (device_id, sim) where ended_at is null;
create index device_links_wallet on device_links (wallet_id) where ended_at is null;

create table bind_codes (
  code_hash bytea primary key,
  wallet_id bigint not null references wallets (id),
  device_id bigint references devices (id),
  sim text not null default 'any',
  created_by bigint,
  expires_at timestamptz not null,
  used_at timestamptz
);
