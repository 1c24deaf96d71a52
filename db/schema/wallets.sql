-- needs: parties
-- The platform's own wallets at the operators: their rules, what is known of their balances, what they have used of their limits.

-- A row is a named set of settings for wallets of one type: operator and kind. What it says is its newest edition.
create table wallet_templates (
  id int generated always as identity primary key,
  operator text not null,
  wallet_type text not null check (wallet_type in ('personal', 'agent', 'merchant')),
  name text not null check (length(name) between 1 and 64),
  edition int not null default 1 check (edition > 0),
  -- What a new wallet of the type begins with.
  is_default boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  version int not null default 1,
  check (not is_default or deleted_at is null)
);
create unique index wallet_templates_name on wallet_templates (operator, wallet_type, lower(name)) where deleted_at is null;
create unique index wallet_templates_default on wallet_templates (operator, wallet_type) where is_default;
grant select, insert, update (name, edition, is_default, deleted_at, version) on wallet_templates to :"app_role";

-- A row is what a template said from a moment on. Written once.
create table wallet_template_editions (
  template_id int not null references wallet_templates (id),
  edition int not null check (edition > 0),
  collect boolean not null,
  payout boolean not null,
  payments_open boolean not null,
  disburses_open boolean not null,
  min_amount bigint check (min_amount >= 0),
  max_amount bigint check (max_amount >= 0),
  daily_max bigint check (daily_max >= 0),
  month_max bigint check (month_max >= 0),
  daily_count_max int check (daily_count_max >= 0),
  month_count_max int check (month_count_max >= 0),
  cool_interval int check (cool_interval >= 0),
  phone_trust_limit bigint check (phone_trust_limit > 0),
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (template_id, edition),
  check (min_amount <= max_amount)
);
grant select, insert on wallet_template_editions to :"app_role";

-- A row is a wallet that the platform owns.
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
  version int not null default 1,
  -- Masked credentials and addresses, as screens show them.
  credentials_shown jsonb,
  -- Up to this amount the word of the wallet's own phone completes a payout before the operator's message comes. Null: never.
  phone_trust_limit bigint check (phone_trust_limit > 0),
  -- The template whose settings it was given last, and what that said then. Null: none.
  template_id int,
  template_edition int,
  constraint wallets_credentials_shown check ((credentials is null) = (credentials_shown is null)),
  constraint wallets_template check ((template_id is null) = (template_edition is null)),
  foreign key (template_id, template_edition) references wallet_template_editions (template_id, edition)
);
create index wallets_of_template on wallets (template_id) where template_id is not null;
create unique index wallets_account on wallets (operator, account) where deleted_at is null;
grant select, insert, update on wallets to :"app_role";

-- A row is how far a wallet's messages have been followed: what changes with each message and each heartbeat stands apart from the
-- wide row of the wallet. Its lock is the wallet's lock for everything that follows its messages.
create table wallet_continuity (
  wallet_id bigint primary key references wallets (id),
  -- Balance after the last message that fits, moved on by messages that print none.
  balance bigint,
  last_sms_id bigint,
  -- When the last one happened that printed a balance: it had counted in all before it.
  last_operator_time timestamptz,
  real_balance bigint,
  real_balance_at timestamptz,
  payouts_frozen boolean not null default false,
  payouts_frozen_reason text,
  -- Sum of the wallet's open differences.
  difference bigint not null default 0,
  difference_since timestamptz,
  -- Whether the books have been held against a printed balance yet: new, cleared by a person, or kept.
  continuity text not null default 'new' check (continuity in ('new', 'cleared', 'kept')),
  -- What its messages do (Effect in src/domain/ledger/message-kinds.ts) where one has printed a balance that followed on: such a message
  -- without a balance waits for the next one that has it (rule 15).
  prints text[] not null default '{}' check (prints <@ array['collects', 'receives', 'pays', 'spends', 'takes_back'])
) with (fillfactor = 60);
create index wallet_continuity_difference on wallet_continuity (wallet_id) where difference <> 0;
grant select, insert, update on wallet_continuity to :"app_role";

-- A row is a located break of the balance continuity: between which two messages, how much, since when (rule 73).
create table wallet_discrepancies (
  id bigint primary key,
  wallet_id bigint not null references wallets (id),
  from_balance bigint not null,
  to_balance bigint not null,
  before_sms_id bigint,
  after_sms_id bigint,
  since timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  -- The continuity has gone over it: what is missing in it stands as a difference, and its message may still close it.
  skipped boolean not null default false
);
create index wallet_discrepancies_open on wallet_discrepancies (wallet_id) where closed_at is null;
grant select, insert, update on wallet_discrepancies to :"app_role";

-- A row is what routing has reserved on one side of a wallet and what was completed, by the operator's day and month (rule 14).
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
grant select, insert, update on wallet_usage to :"app_role";

-- The one row counts the changes of wallets' rules, which may be remembered between batches (routing_epoch_bump).
create table routing_epoch (
  id int primary key default 1 check (id = 1),
  n bigint not null default 1
) with (fillfactor = 20);
insert into routing_epoch default values;
grant select on routing_epoch to :"app_role";

-- The books follow the operator: a wallet's account moves by its operator's messages, once each. What somebody said before (a person, a
-- phone, an operator's answer) is money in transit until its message comes; what nothing explains is a difference with a name.

-- A row is one movement of a wallet that was said and that no message has reported yet, or had not when it was said. Its money stands on
-- the wallet's account `unreported` until `ended_at`. The wallet's continuity row is locked by whoever writes here.
create table unreported_movements (
  id bigint primary key,
  wallet_id bigint not null references wallets,
  direction text not null check (direction in ('credit', 'debit')),
  amount bigint not null check (amount > 0),
  -- What the operator is expected to take beside the amount: it can be promised to nobody else.
  expected_cost bigint not null default 0 check (expected_cost >= 0),
  object_type text not null check (object_type in ('payment', 'disburse', 'transfer', 'withdrawal')),
  object_id bigint not null,
  source text not null check (source in ('person', 'device', 'operator')),
  -- Claimed, not proven: the message decides. The key is null once a message has shown that it belongs to something else.
  trx_id text,
  trx_key text,
  -- Whoever stands across: the customer, the other wallet, the receiving account.
  counterparty text,
  said_at timestamptz not null default now(),
  -- The message that carries the claimed TrxID and tells of something else.
  contradicted_by bigint,
  ended_at timestamptz,
  ended_by text check (ended_by in ('message', 'taken_back')),
  sms_id bigint,
  check ((ended_at is null) = (ended_by is null)),
  check ((sms_id is not null) = (ended_by is not distinct from 'message'))
);
create unique index unreported_movements_open on unreported_movements (object_type, object_id, direction) where ended_at is null;
create index unreported_movements_wallet on unreported_movements (wallet_id, direction) where ended_at is null;
create index unreported_movements_since on unreported_movements (said_at) where ended_at is null;
create index unreported_movements_object on unreported_movements (object_id);
grant select, insert, update (trx_id, trx_key, contradicted_by, ended_at, ended_by, sms_id) on unreported_movements to :"app_role";

-- A row is one reason why a wallet's books and its operator's printed balance differ: real less books, as far as it still stands.
create table wallet_differences (
  id bigint generated always as identity primary key,
  wallet_id bigint not null references wallets,
  -- opening: what was there before the first message. skipped: movements nobody reported, where a person or the config let the
  -- continuity go on. restart: the same, where a person cleared the wallet. manual: the books were changed by hand. unknown: none of these.
  kind text not null check (kind in ('opening', 'skipped', 'restart', 'manual', 'unknown')),
  noted bigint not null check (noted <> 0),
  amount bigint not null,
  ref_type text not null check (ref_type in ('sms', 'manual', 'wallet')),
  ref_id bigint not null,
  at timestamptz not null default now(),
  closed_at timestamptz,
  check ((amount = 0) = (closed_at is not null))
);
create index wallet_differences_open on wallet_differences (wallet_id, id) where closed_at is null;
grant select, insert, update (amount, closed_at) on wallet_differences to :"app_role";
