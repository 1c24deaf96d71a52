-- needs: ledger, wallets
-- Business days: roll-ups of the books and of the messages, the operator's own statement, and the close of a day.

-- A row is how far an account's entries have been added up (roll_up_account).
create table ledger_rollup (
  account_id bigint primary key references accounts (id),
  seq bigint not null default 0 check (seq >= 0),
  -- The account's balance after entry `seq`.
  balance bigint not null default 0
) with (fillfactor = 70);
grant select, insert, update on ledger_rollup to :"app_role";

-- A row is what one account's entries of a business day come to, and between which numbers they stand.
create table account_days (
  account_id bigint not null references accounts (id),
  day date not null,
  change bigint not null,
  count bigint not null check (count > 0),
  first_seq bigint not null,
  last_seq bigint not null,
  primary key (account_id, day),
  check (first_seq <= last_seq)
) with (fillfactor = 70);
grant select, insert, update on account_days to :"app_role";

-- A row is one kind of entry in a wallet's day. `side`: 'wallet' moved the wallet itself and adds up to account_days.change; 'unreported' is
-- what stands in transit; 'suspense' and 'unexplained' is money that had moved the wallet before and now belongs to an order of it; 'fees' is
-- the income from its orders.
create table wallet_flows (
  wallet_id bigint not null references wallets (id),
  day date not null,
  side text not null check (side in ('wallet', 'unreported', 'suspense', 'unexplained', 'fees')),
  ref_type text not null,
  kind text not null,
  credit bigint not null check (credit >= 0),
  debit bigint not null check (debit >= 0),
  count bigint not null check (count > 0),
  primary key (wallet_id, day, side, ref_type, kind)
) with (fillfactor = 70);
grant select, insert, update on wallet_flows to :"app_role";

-- A row is what the operator's messages of a wallet's finished day reported; a running day is added up when it is asked for.
create table wallet_reports (
  wallet_id bigint not null references wallets (id),
  day date not null,
  payment bigint not null,
  payment_count int not null,
  disburse bigint not null,
  disburse_count int not null,
  real_balance bigint,
  real_at timestamptz,
  primary key (wallet_id, day)
);
grant select, insert, delete on wallet_reports to :"app_role";

-- A row is the last balance that the operator reported on a wallet's day, by message, heartbeat or answer.
create table wallet_real_balances (
  wallet_id bigint not null references wallets (id),
  day date not null,
  balance bigint not null,
  at timestamptz not null,
  primary key (wallet_id, day)
) with (fillfactor = 70);
grant select, insert, update on wallet_real_balances to :"app_role";

-- A row is a file of the operator's own statement that somebody brought.
create table statement_imports (
  id bigint primary key,
  wallet_id bigint not null references wallets (id),
  file_name text not null,
  lines int not null check (lines > 0),
  -- First and last business day with a line of it, and the operator's days that it covers.
  from_day date not null,
  to_day date not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  user_id bigint not null,
  account text not null,
  -- The import that has taken all of its lines over, with other times: it covers nothing any more.
  replaced_by bigint references statement_imports (id),
  check (from_day <= to_day and from_at < to_at)
);
create index statement_imports_wallet on statement_imports (wallet_id, to_day);
grant select, insert, update (replaced_by) on statement_imports to :"app_role";

-- A row is a line of the operator's own statement, once: by TrxID and direction. A later import may give it another time.
create table statement_lines (
  wallet_id bigint not null references wallets (id),
  direction text not null check (direction in ('credit', 'debit')),
  trx_key text not null,
  trx_id text not null,
  amount bigint not null check (amount > 0),
  -- Less what the operator paid as commission.
  fee bigint,
  balance bigint,
  at timestamptz not null,
  day date not null,
  counterparty text,
  kind text,
  import_id bigint not null references statement_imports (id),
  line int not null check (line > 0),
  primary key (wallet_id, direction, trx_key)
);
create index statement_lines_day on statement_lines (wallet_id, day);
grant select, insert, update (at, day, import_id, line) on statement_lines to :"app_role";

-- A row is a wallet's day that was closed: its figures as they were, one day after the other without a gap (day_closes_guard). Two people
-- reopen it; one, where the platform is run by one person.
create table day_closes (
  wallet_id bigint not null references wallets (id),
  day date not null,
  opening bigint not null,
  flows jsonb not null,
  estimated bigint not null,
  real bigint,
  reason text,
  closed_by bigint not null,
  closed_at timestamptz not null default now(),
  reopened_by bigint[],
  reopened_at timestamptz,
  late bigint not null default 0,
  change bigint not null default 0,
  figures jsonb not null default '{}',
  account text not null default '',
  reopen_reason text,
  version int not null default 1,
  primary key (wallet_id, day),
  constraint day_closes_foots check (estimated = opening + late + change),
  constraint day_closes_reason check (real is not null and (real = estimated or length(trim(coalesce(reason, ''))) > 0)),
  constraint day_closes_two check (reopened_at is null or (array_length(reopened_by, 1) in (1, 2) and reopened_by[1] is distinct from reopened_by[2]))
);
create index day_closes_last on day_closes (wallet_id, day desc) where reopened_at is null;
grant select, insert, update on day_closes to :"app_role";
