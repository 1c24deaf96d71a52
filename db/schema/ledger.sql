-- Double entry: accounts, entries that are added and never change, one writer (ledger_write; rules 20 and 21).

-- A row is an account of the books with its balance; its lock orders the account's entries.
create table accounts (
  id bigint generated always as identity primary key,
  -- unreported: what was said of a wallet and no message has reported yet. transit: money between two own wallets, from the moment it left
  -- one until it came to the other.
  kind text not null check (kind in ('wallet', 'unreported', 'merchant', 'hold', 'fees', 'operator_costs', 'suspense', 'unexplained', 'commissions', 'b2b', 'settlement', 'adjustments', 'transit')),
  -- Wallet id, merchant id, or the lane of the fee income; 0 where there is one account only.
  owner_id bigint not null default 0,
  operator text not null default '',
  -- 1: debit side, -1: credit side.
  normal smallint not null check (normal in (1, -1)),
  balance bigint not null default 0,
  seq bigint not null default 0 check (seq >= 0),
  may_go_negative boolean not null,
  -- Entries of an account rise by id as they rise by number, so that a list in the order of ids links row to row.
  last_entry_id bigint not null default 0,
  unique (kind, owner_id, operator),
  check (balance >= 0 or may_go_negative)
) with (fillfactor = 50);
-- Merchants that a reversal took below zero may be so until they are level again (accounts_level).
create index accounts_overdrawn on accounts (id) where kind = 'merchant' and may_go_negative;
create index accounts_below_zero on accounts (owner_id) where kind = 'wallet' and balance < 0;
grant select on accounts to :"app_role";
grant usage on sequence accounts_id_seq to :"app_role";

-- A row is one line of a ledger transaction: what it changed on one account.
create table entries (
  id bigint not null,
  account_id bigint not null,
  -- Unique within each month: a unique key cannot span partitions (rule 20; make_partitions_between).
  seq bigint not null,
  txn_id bigint not null,
  kind text not null,
  -- Signed change on the account's own side: a payment of 10.00 is +1000 for wallet and merchant alike.
  amount bigint not null,
  normal smallint not null,
  before_balance bigint not null,
  after_balance bigint not null,
  ref_type text not null,
  ref_id bigint not null,
  merchant_id bigint,
  note text,
  primary key (id),
  check (after_balance = before_balance + amount),
  check (amount <> 0)
) partition by range (id);
create index entries_merchant on entries (merchant_id, id) where merchant_id is not null;
create index entries_ref on entries (ref_id);
-- Journals of a kind other than the two that every payment writes.
create index entries_rare on entries (kind, id) where merchant_id is not null and kind not in ('payment', 'payment_fee');
grant select on entries to :"app_role";

-- An entry's id is minted before its call waits for the account's row; whoever was overtaken meanwhile comes with an id below one that is
-- already there. Such a call's entries of that account get new ids just behind the account's last one, under the same row's lock.
-- The new ids lie where no process mints: the last 512 of the 4,096 places of a millisecond (src/server/platform/db/ids.ts) are the
-- database's, 128 blocks of four. This sequence holds the last block that was given away, counted from the first
-- millisecond on, and only ever goes forward: no id is given twice. A call takes a block for each four of its entries (entry_ids_again).
create sequence entries_again as bigint;

-- A row is a result of the ledger integrity check.
create table integrity_checks (
  id bigint primary key,
  ok boolean not null,
  entries bigint not null,
  accounts bigint not null,
  orders bigint not null,
  findings jsonb not null,
  checked_at timestamptz not null default now()
);
grant select, insert on integrity_checks to :"app_role";
