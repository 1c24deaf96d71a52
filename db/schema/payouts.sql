-- needs: parties
-- Payouts: orders to pay out, their attempts, and merchants' files of them.

-- A row is an order to pay out: a merchant has an amount sent to a customer. By month.
create table disburses (
  id bigint not null,
  merchant_id bigint not null,
  merchant_order_id text not null,
  operator text not null,
  wallet_id bigint,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  fee_rate_bps int not null,
  fee_fixed bigint not null,
  fee_min bigint,
  fee_max bigint,
  cost bigint check (cost >= 0),
  -- What was typed stays to be read; the key goes to whoever the message proves it of.
  trx_id text,
  trx_key text,
  customer text not null,
  user_ref text,
  status text not null default 'pending' check (status in ('pending', 'review', 'approved', 'processing', 'completed', 'attempt_failed', 'unknown', 'failed', 'rejected', 'cancelled')),
  reason text,
  paid_at timestamptz,
  remote_ip text,
  notify_url text,
  metadata jsonb,
  staff text[] not null default '{}',
  notes jsonb not null default '[]',
  attempt_count int not null default 0,
  notify_status text not null default 'none' check (notify_status in ('none', 'waiting', 'delivered', 'failed', 'stopped')),
  notify_attempts int not null default 0,
  notify_last_code int,
  notify_next_at timestamptz,
  routing jsonb,
  request_hash bytea not null,
  version int not null default 1,
  returned_at timestamptz,
  -- An order that found no wallet is tried again from then on.
  route_after timestamptz,
  -- Since when it waits for a wallet.
  queued_at timestamptz,
  disputed_at timestamptz,
  -- When it was paid, where that was more than an hour after it was made: few are, and those are found by it (lists/filters.ts, PAID_LATE_MS).
  paid_late_at timestamptz generated always as (case when paid_at - to_timestamp(((id >> 12) + 1577836800000)::float8 / 1000) > interval '1 hour' then paid_at end) stored,
  primary key (id),
  constraint disburses_paid check ((status = 'completed') = (paid_at is not null)),
  constraint disburses_completed check (status <> 'completed' or (wallet_id is not null and trx_id is not null)),
  constraint disburses_returned check (returned_at is null or status = 'completed')
) partition by range (id);
create index disburses_merchant on disburses (merchant_id, id);
create index disburses_wallet on disburses (wallet_id, id) where wallet_id is not null;
create index disburses_open on disburses (status, id) where status <> 'completed';
create index disburses_paid_late on disburses (paid_late_at) where paid_late_at is not null;
create index disburses_trx on disburses (trx_key) where trx_key is not null;
create index disburses_customer on disburses (customer, id);
create index disburses_undelivered on disburses (notify_status, id) where notify_status in ('waiting', 'failed', 'stopped');
create index disburses_queue on disburses (route_after, id) where status in ('pending', 'approved');
grant select, insert, update on disburses to :"app_role";

-- A row is one attempt to pay an order out by one wallet: how the wallet pays, and who has it in hand. A `created` attempt was certainly
-- not sent, a `sent` one may have been.
create table disburse_attempts (
  disburse_id bigint not null,
  no int not null check (no > 0),
  wallet_id bigint not null,
  status text not null check (status in ('created', 'sent', 'completed', 'failed', 'unknown')),
  reference text not null unique,
  trx_id text,
  error text,
  evidence jsonb not null default '[]',
  started_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  ended_at timestamptz,
  lease_until timestamptz,
  rail text not null check (rail in ('app', 'official', 'manual')),
  amount bigint not null check (amount > 0),
  operator_reference text,
  cost bigint check (cost >= 0),
  -- Names the one process that may send it.
  lease_token bigint,
  query_after timestamptz,
  query_count int not null default 0,
  -- Frozen on the paying wallet while the attempt is under way: the amount and what the operator is expected to charge.
  frozen bigint not null default 0 check (frozen >= 0),
  -- What its phone says it was paid with: a claim, until the message comes.
  claimed_trx_id text,
  claimed_trx_key text,
  claimed_at timestamptz,
  primary key (disburse_id, no),
  constraint disburse_attempts_ended check ((status in ('completed', 'failed')) = (ended_at is not null)),
  constraint disburse_attempts_paid check (status <> 'completed' or trx_id is not null),
  check ((claimed_trx_key is null) = (claimed_at is null))
);
create index disburse_attempts_wallet on disburse_attempts (wallet_id, disburse_id);
create index disburse_attempts_flight on disburse_attempts (status, lease_until) where status in ('created', 'sent', 'unknown');
create index disburse_attempts_claimed on disburse_attempts (claimed_trx_key) where claimed_trx_key is not null and status in ('sent', 'unknown');
create index disburse_attempts_unproven on disburse_attempts (claimed_at) where status = 'sent' and claimed_at is not null;
grant select, insert, update on disburse_attempts to :"app_role";

-- A row is the one attempt of an order that is in flight or completed; there is never a second (rule 67).
create table active_attempts (
  disburse_id bigint primary key,
  no int not null,
  completed boolean not null default false
);
grant select, insert, update, delete on active_attempts to :"app_role";

-- A row is a merchant's file of payouts.
create table disburse_batches (
  id bigint primary key,
  merchant_id bigint not null references merchants (id),
  user_id bigint not null references users (id),
  account text not null,
  -- In whose name its rows become orders: whoever sent it or took it up again last, in that session, from that address, since then.
  maker bigint not null references users (id),
  session_id bigint not null,
  remote_ip text,
  started_at timestamptz not null,
  file_name text not null,
  -- Hash of what the rows say, not of how the file writes it: the same rows are the same batch.
  hash bytea not null,
  status text not null default 'running' check (status in ('running', 'done', 'stopped')),
  stop_reason text check (stop_reason in ('by_person', 'session_ended', 'user_inactive', 'permission_lost')),
  row_count int not null check (row_count > 0),
  waiting int not null default 0 check (waiting >= 0),
  created int not null default 0 check (created >= 0),
  existing int not null default 0 check (existing >= 0),
  failed int not null default 0 check (failed >= 0),
  stopped int not null default 0 check (stopped >= 0),
  -- Of the rows that were accepted when the file came.
  amount bigint not null check (amount >= 0),
  fee bigint not null check (fee >= 0),
  finished_at timestamptz,
  version int not null default 1,
  unique (merchant_id, hash),
  check (waiting + created + existing + failed + stopped = row_count),
  check ((status = 'running') = (finished_at is null)),
  check ((status = 'stopped') = (stop_reason is not null))
);
create index disburse_batches_merchant on disburse_batches (merchant_id, id);
create index disburse_batches_running on disburse_batches (id) where status = 'running';
grant select, insert, update (status, stop_reason, maker, session_id, remote_ip, started_at, waiting, created, existing, failed, stopped, finished_at, version) on disburse_batches to :"app_role";

-- A row is a line of such a file, and what became of it.
create table disburse_batch_rows (
  batch_id bigint not null references disburse_batches (id),
  line int not null check (line > 0),
  -- The file's own texts.
  merchant_order_id text not null,
  operator text not null,
  amount_text text not null,
  customer text not null,
  user_ref text not null,
  -- Null: the row can never become an order (it cannot be read, or an earlier row has its number).
  amount bigint check (amount > 0),
  status text not null default 'waiting' check (status in ('waiting', 'created', 'existing', 'failed', 'stopped')),
  code text,
  field text,
  order_id bigint,
  primary key (batch_id, line),
  check ((status in ('created', 'existing')) = (order_id is not null)),
  check (status not in ('waiting', 'created') or amount is not null)
);
create index disburse_batch_rows_waiting on disburse_batch_rows (batch_id, line) where status = 'waiting';
-- An order is made by one row, ever.
create unique index disburse_batch_rows_order on disburse_batch_rows (order_id) where status = 'created';
grant select, insert, update (status, code, field, order_id) on disburse_batch_rows to :"app_role";
