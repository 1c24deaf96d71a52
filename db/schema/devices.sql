-- needs: wallets
-- The phones that report for wallets, and the payouts that they make.

-- A row is a phone, or an app on it that forwards its messages.
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
  -- The last ping that counted, and how long after the one before it came.
  pinged_at timestamptz,
  last_ping_seconds int,
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
  revoked_at timestamptz,
  -- Apps whose signature is optional: from a phone's first good signature on, its posts are refused without one.
  signs_since timestamptz
);
grant select, insert, update on devices to :"app_role";

-- A row ties a phone's SIM to a wallet, until it ends; a wallet may have any number of reporting phones (rule 35).
create table device_links (
  device_id bigint not null references devices (id),
  sim text not null default 'any' check (sim in ('any', 'sim1', 'sim2')),
  wallet_id bigint not null references wallets (id),
  bound_at timestamptz,
  ended_at timestamptz,
  id bigint primary key,
  -- This phone pays out for the wallet; one does.
  payout boolean not null default false
);
create unique index device_links_open on device_links (device_id, sim) where ended_at is null;
create index device_links_wallet on device_links (wallet_id) where ended_at is null;
create unique index device_links_payout on device_links (wallet_id) where payout and ended_at is null;
grant select, insert, update on device_links to :"app_role";

-- A row is a code that a phone is bound with, once.
create table bind_codes (
  code_hash bytea primary key,
  wallet_id bigint not null references wallets (id),
  device_id bigint references devices (id),
  sim text not null default 'any',
  created_by bigint,
  expires_at timestamptz not null,
  used_at timestamptz,
  payout boolean not null default false
);
grant select, insert, update, delete on bind_codes to :"app_role";

-- A row is an attempt that a phone is to make. `handed`: it left the server and may have been executed; it never goes back to `waiting`.
-- `withdrawn`: it never left and never will, which proves that the attempt was not made.
create table device_tasks (
  id bigint primary key,
  disburse_id bigint not null,
  attempt_no int not null check (attempt_no > 0),
  wallet_id bigint not null references wallets (id),
  customer text not null,
  amount bigint not null check (amount > 0),
  reference text not null,
  status text not null default 'waiting' check (status in ('waiting', 'handed', 'answered', 'lapsed', 'withdrawn')),
  device_id bigint references devices (id),
  handed_at timestamptz,
  answer_until timestamptz,
  result text check (result in ('sent', 'failed', 'unknown')),
  trx_id text,
  reason text,
  answered_at timestamptz,
  -- What the answer did to the order, for the person who looks at it.
  outcome text,
  constraint device_tasks_attempt unique (disburse_id, attempt_no),
  check ((status in ('waiting', 'withdrawn')) = (device_id is null)),
  check ((device_id is null) = (handed_at is null) and (device_id is null) = (answer_until is null)),
  check ((status = 'answered') = (result is not null)),
  check ((result is null) = (answered_at is null)),
  check ((coalesce(result, '') = 'sent') = (trx_id is not null)),
  check ((coalesce(result, '') = 'failed') = (reason is not null))
);
create index device_tasks_waiting on device_tasks (wallet_id, id) where status = 'waiting';
create index device_tasks_handed on device_tasks (answer_until) where status = 'handed';
grant select, insert, update on device_tasks to :"app_role";
