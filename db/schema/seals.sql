-- Day seals: the ledger and the audit trail of a business day under one signed root, chained to the day before (docs/decisions/0054).

-- The one row says from which id on entries may still be written: what lies below belongs to days that are sealed or about to be.
-- ledger_write gives entries that come with an id below it new ids behind it.
create table ledger_horizon (
  id int primary key default 1 check (id = 1),
  before_id bigint not null,
  -- Calls that began before this transaction may not have seen before_id; null until the first one after it asks (day_seal_ready).
  waits_for xid8
);
insert into ledger_horizon (before_id) values (0);
grant select on ledger_horizon to :"app_role";

-- A row is a pair of keys that days are signed with. The newest signs; all stay published. Each but the first is endorsed by the one before.
create table seal_keys (
  id text primary key,
  no int not null unique check (no > 0),
  public_key bytea not null,
  private_key bytea not null,
  -- Signature of the key before it over the text of key_text (src/domain/seals/texts.ts).
  endorsement bytea check ((endorsement is null) = (no = 1)),
  from_at timestamptz not null default now()
);
grant select, insert on seal_keys to :"app_role";

-- A row is a sealed day. `head` is what is signed and what the next day names by its hash; `summary` is what the platform alone reads.
create table day_seals (
  day date primary key,
  head text not null,
  summary text not null,
  hash bytea not null unique check (hash = sha256(convert_to(head, 'UTF8'))),
  -- Hash of the day before; of nothing else twice, so that the chain does not fork.
  previous bytea not null unique,
  key_id text not null references seal_keys (id),
  signature bytea not null,
  entries bigint not null check (entries >= 0),
  accounts int not null check (accounts >= 0),
  -- Minor units.
  debits numeric not null,
  credits numeric not null,
  -- Rows of the audit trail by their numbers in audit_seals: behind the day before's up to this one.
  audit_to bigint not null check (audit_to >= 0),
  sealed_at timestamptz not null default now(),
  check (debits = credits)
);
grant select, insert on day_seals to :"app_role";

-- A row is what one account did on a sealed day: a leaf of the day's tree, in the order of the account's id.
create table day_seal_accounts (
  day date not null references day_seals (day),
  account_id bigint not null,
  entries bigint not null check (entries > 0),
  first_seq bigint not null,
  before_balance bigint not null,
  after_balance bigint not null,
  root bytea not null,
  primary key (day, account_id)
);
create index day_seal_accounts_of on day_seal_accounts (account_id, day);
grant select, insert on day_seal_accounts to :"app_role";

-- A row says what the last re-computation of a sealed day came to.
create table day_seal_checks (
  day date primary key references day_seals (day),
  ok boolean not null,
  -- SEAL_FAULTS; null: nothing is wrong
  fault text check (ok = (fault is null)),
  checked_at timestamptz not null default now()
);
grant select, insert, update on day_seal_checks to :"app_role";
