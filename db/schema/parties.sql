-- Who uses the platform: merchants, people and their sessions.

-- A row is a merchant with its own fees, limits and keys of the API.
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
  version int not null default 1,
  -- What a withdrawal leaves on the merchant's account.
  withdrawal_reserve bigint not null default 0 check (withdrawal_reserve >= 0)
);
-- Deleted merchants are few: whether one is among those of a batch is asked of them alone.
create index merchants_deleted on merchants (id) where deleted_at is not null;
grant select, insert, update on merchants to :"app_role";

-- A row is a custom role: the permissions of one user type that its people keep. What stands in it beyond the type counts for nothing.
create table user_roles (
  id int generated always as identity (start with 1001) primary key,
  name text not null check (length(name) between 1 and 64),
  user_type text not null check (user_type in ('admin', 'finance', 'operator', 'auditor', 'merchant_admin', 'merchant_viewer')),
  permissions text[] not null,
  version int not null default 1,
  created_at timestamptz not null,
  -- What a person's row refers to: a role of his own type.
  unique (id, user_type)
);
create unique index user_roles_name on user_roles (lower(name));
grant select, insert, delete, update (name, permissions, version) on user_roles to :"app_role";
grant usage on sequence user_roles_id_seq to :"app_role";

-- A row is a person who signs in, of the platform or of a merchant.
create table users (
  id bigint primary key,
  account text not null,
  email text not null,
  password_hash text not null,
  must_change_password boolean not null default false,
  -- Until when a password that the product made up opens a sign-in; null: the password is the person's own, or was given by somebody.
  one_time_until timestamptz check (one_time_until is null or must_change_password),
  user_type text not null check (user_type in ('admin', 'finance', 'operator', 'auditor', 'merchant_admin', 'merchant_viewer')),
  merchant_id bigint references merchants (id),
  enabled boolean not null default true,
  deleted_at timestamptz,
  on_totp boolean not null default false,
  totp_seed bytea,
  -- The seed has not seen its first good code.
  totp_pending boolean not null default false,
  -- Last accepted time step: a code works once (rule 37).
  totp_step bigint not null default 0,
  last_sign_in_at timestamptz,
  preferences jsonb not null default '{}',
  version int not null default 1,
  -- Somebody else asked for the authenticator or cleared it: its person sets it up at the next sign-in, before anything else. Nobody but
  -- the person sees the key, so none is made before he asks for it.
  totp_due boolean not null default false,
  -- Null: the user type alone decides what he may do.
  role_id int,
  foreign key (role_id, user_type) references user_roles (id, user_type),
  check ((user_type in ('merchant_admin', 'merchant_viewer')) = (merchant_id is not null))
);
create unique index users_account on users (lower(account));
create unique index users_email on users (lower(email));
create index users_merchant on users (merchant_id) where merchant_id is not null;
create index users_role on users (role_id) where role_id is not null;
grant select, insert, update on users to :"app_role";

-- A row is one sign-in of a person, open or ended.
create table sessions (
  id bigint primary key,
  user_id bigint not null references users (id),
  token_hash bytea not null unique,
  last_seen_at timestamptz not null default now(),
  last_act_at timestamptz not null default now(),
  ip text,
  user_agent text not null default '',
  -- A re-authentication holds five minutes from `rechecked_at`, which sensitive acts move on, and thirty from the proof itself at the most.
  rechecked_at timestamptz,
  proved_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  -- The browser, as user_devices names it; null where none was remembered yet.
  device_hash bytea
);
create index sessions_user on sessions (user_id) where ended_at is null;
-- Networks that an account has signed in from (throttling of sign-in), and its ended sessions.
create index sessions_user_all on sessions (user_id, id);
grant select, insert, update on sessions to :"app_role";

-- A row is a browser that a person has signed in from, known again by a hash of what it keeps. `session_id`: its first sign-in. `answered_at`:
-- null while the person has not said that it was him; the first browser of a person needs no answer.
create table user_devices (
  user_id bigint not null references users (id),
  device_hash bytea not null,
  session_id bigint not null references sessions (id),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  answered_at timestamptz,
  primary key (user_id, device_hash)
);
grant select, insert, update, delete on user_devices to :"app_role";

-- A row is a recovery code that still works: it stands in for a code of the authenticator, once, and goes when it is used.
create table recovery_codes (
  user_id bigint not null references users (id),
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
grant select, insert, delete on recovery_codes to :"app_role";

-- A row is a passkey: a key pair of a person's device or password manager, for the address (relying party) at which it was made.
create table passkeys (
  credential_id text primary key,
  user_id bigint not null references users (id),
  rp_id text not null,
  public_key bytea not null,
  -- Counts uses where the device counts; one that goes back is a copy.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 64),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
grant select, insert, update (name, sign_count, last_used_at), delete on passkeys to :"app_role";

-- A row is a challenge that no passkey has answered yet; it goes with its first answer. At sign-in there is no session.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('signin', 'check', 'register')),
  session_id bigint references sessions (id),
  -- Whose address asked, at sign-in: only so many stay open for one.
  asked_from text,
  expires_at timestamptz not null,
  check ((purpose = 'signin') = (session_id is null))
);
create index passkey_challenges_from on passkey_challenges (asked_from) where asked_from is not null;
create index passkey_challenges_end on passkey_challenges (expires_at);
grant select, insert, delete on passkey_challenges to :"app_role";

-- A row is a failed try of a sign-in or a one-time code, per account and per address; counted over sliding windows.
create table signin_failures (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('account', 'address', 'code')),
  subject text not null,
  at timestamptz not null default now()
);
create index signin_failures_subject on signin_failures (scope, subject, at);
grant select, insert, delete on signin_failures to :"app_role";
grant usage on sequence signin_failures_id_seq to :"app_role";

-- A row is a list as a person has saved it: `query` holds filters, sort and dates (relative ones stay words), `layout` the columns and the
-- height of a row. It belongs to the house in which it was saved, a merchant or (null) the platform: nobody of another one sees it.
create table views (
  id bigint primary key,
  user_id bigint not null references users (id),
  merchant_id bigint references merchants (id),
  list text not null,
  name text not null,
  query text not null,
  layout jsonb not null default '{}',
  shared boolean not null default false,
  -- Deleted ones can be taken back for a month.
  deleted_at timestamptz,
  version int not null default 1
);
create unique index views_name on views (user_id, list, name) where deleted_at is null;
create index views_shared on views (list, merchant_id) where shared and deleted_at is null;
grant select, insert, delete, update (name, query, layout, shared, deleted_at, version) on views to :"app_role";

-- A row says with which view a list opens: for one person, or for everybody of a user type in one house. A person's own row comes first;
-- without a view it says that the person wants the plain list.
create table view_defaults (
  id bigint primary key,
  list text not null,
  merchant_id bigint references merchants (id),
  user_id bigint references users (id),
  user_type text,
  view_id bigint references views (id) on delete cascade,
  check ((user_id is null) <> (user_type is null)),
  check (user_id is not null or view_id is not null),
  unique nulls not distinct (list, merchant_id, user_id, user_type)
);
create index view_defaults_view on view_defaults (view_id);
grant select, insert, delete, update (view_id) on view_defaults to :"app_role";

-- The one row counts the changes of merchants, wallets and phones: what a process remembers of them holds until it moves
-- (reference_data_version_move). `moved_by`: the transaction that moved it last, which moves it once.
create table reference_data_version (
  id int primary key default 1 check (id = 1),
  n bigint not null default 1,
  moved_by xid8
) with (fillfactor = 20);
insert into reference_data_version default values;
grant select on reference_data_version to :"app_role";
