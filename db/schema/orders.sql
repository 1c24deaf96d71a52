-- Payments, and what must be unique about orders.

-- A row is an order to pay in: a merchant's customer is to send an amount to a wallet. Partitioned by the month of its id. Most go from
-- pending to completed, and their notification from waiting to delivered: no index holds what changes on that way, so that the row gets its
-- new version on its own page and no index a new entry (docs/decisions/0025-completed-in-place.md).
create table payments (
  id bigint not null,
  merchant_id bigint not null,
  merchant_order_id text not null,
  operator text not null,
  wallet_id bigint not null,
  amount bigint not null check (amount > 0),
  received_amount bigint check (received_amount > 0),
  fee bigint check (fee >= 0),
  fee_rate_bps int not null,
  fee_fixed bigint not null,
  fee_min bigint,
  fee_max bigint,
  -- What was typed stays to be read; the key goes to whoever the message proves it of.
  trx_id text,
  trx_key text,
  customer text,
  user_ref text,
  status text not null default 'pending' check (status in ('pending', 'completed', 'review', 'expired', 'rejected', 'cancelled')),
  reason text,
  expires_at timestamptz not null,
  paid_at timestamptz,
  remote_ip text,
  notify_url text,
  payment_url text,
  metadata jsonb,
  staff text[] not null default '{}',
  notes jsonb not null default '[]',
  message_id bigint,
  disputed_at timestamptz,
  reversed_at timestamptz,
  notify_status text not null default 'none' check (notify_status in ('none', 'waiting', 'delivered', 'failed', 'stopped')),
  notify_attempts int not null default 0,
  notify_last_code int,
  notify_next_at timestamptz,
  -- Why the wallet was taken. Read as a whole and never searched in: kept as it was written.
  routing json,
  request_hash bytea not null,
  version int not null default 1,
  -- The status, off the usual way: what lists of such orders are found by.
  aside text generated always as (case when status not in ('pending', 'completed') then status end) stored,
  -- The notification's state where it needs somebody. What waits is found through the outbox.
  undelivered text generated always as (case when notify_status in ('failed', 'stopped') then notify_status end) stored,
  -- When it was paid, where that was more than an hour after it was made: few are, and those are found by it (lists/filters.ts, PAID_LATE_MS).
  paid_late_at timestamptz generated always as (case when paid_at - to_timestamp(((id >> 12) + 1577836800000)::float8 / 1000) > interval '1 hour' then paid_at end) stored,
  primary key (id),
  check ((status = 'completed') = (paid_at is not null)),
  constraint payments_completed check (status <> 'completed' or (received_amount is not null and fee is not null and trx_id is not null))
) partition by range (id);
create index payments_merchant on payments (merchant_id, id);
create index payments_wallet on payments (wallet_id, id);
create index payments_customer on payments (customer, id) where customer is not null;
create index payments_aside on payments (aside, id) where aside is not null;
create index payments_paid_late on payments (paid_late_at) where paid_late_at is not null;
create index payments_undelivered on payments (undelivered, id) where undelivered is not null;
grant select, insert, update on payments to :"app_role";

-- A row is a merchant's own number of an order, which no partition can hold as a key (rule 22). Compared byte by byte, and with the
-- number first: one index makes it unique and searches it by its beginnings.
create table merchant_order_keys (
  merchant_id bigint not null,
  direction text not null check (direction in ('payment', 'disburse')),
  key text collate "C" not null,
  order_id bigint not null,
  primary key (key, merchant_id, direction)
);
-- People read a number from its end. Few tails, each with a list of its rows: that stays small and costs an order little
-- (docs/decisions/0043-search-that-forgives.md).
create index merchant_order_keys_tail on merchant_order_keys (right(key, 4));
grant select, insert on merchant_order_keys to :"app_role";

-- A row is the slot of a payment that may still be paid: its amount on its wallet. What is pending is found by its row here; so is what
-- is due. An order without a payer's number wants the amount on that wallet for itself (open_payments_guard).
create table open_payments (
  payment_id bigint primary key,
  wallet_id bigint not null,
  amount bigint not null,
  payer text not null default '',
  -- Set when the order expired: kept for late money and for routing until late_match_hours have passed.
  expired_at timestamptz,
  expires_at timestamptz not null
) with (fillfactor = 80);
create unique index open_payments_slot on open_payments (wallet_id, amount, payer) where expired_at is null;
create index open_payments_amount on open_payments (amount, wallet_id);
create index open_payments_expired on open_payments (expired_at) where expired_at is not null;
create index open_payments_due on open_payments (expires_at) where expired_at is null;
grant select, insert, update, delete on open_payments to :"app_role";

-- A row is a TrxID that a payer or merchant submitted for an order: a claim, evidence beside wallet, amount and payer. Several open orders
-- may claim the same one; what keeps it from paying twice is trx_used.
create table order_trx (
  payment_id bigint not null,
  operator text not null,
  trx_key text not null,
  trx_id text not null,
  at timestamptz not null default now(),
  open boolean not null default true,
  primary key (payment_id, trx_key)
);
create index order_trx_open on order_trx (operator, trx_key, payment_id) where open;
create index order_trx_payment on order_trx (payment_id) where open;
grant select, insert, update (open) on order_trx to :"app_role";

-- A row is a TrxID and what it paid: it pays once, whatever it pays (rule 1). Without `sms_id` it is a claim that a message
-- has still to prove (trx_prove).
create table trx_used (
  operator text not null,
  trx_key text not null,
  direction text not null check (direction in ('credit', 'debit')),
  object_type text not null,
  object_id bigint not null,
  sms_id bigint,
  amount bigint not null,
  wallet_id bigint not null,
  at timestamptz not null default now(),
  primary key (operator, trx_key, direction)
);
-- People read a TrxID from its end. Few tails, each with a list of its rows: that stays small (docs/decisions/0043-search-that-forgives.md).
create index trx_used_tail on trx_used (right(trx_key, 3));
grant select, insert on trx_used to :"app_role";

-- A row is what cannot be read off an order's own row: an act of staff, a suspicion, an expiry, a re-check. By month.
create table order_events (
  id bigint not null,
  object_type text not null,
  object_id bigint not null,
  kind text not null,
  actor_type text not null,
  actor_id bigint,
  account text,
  data jsonb not null default '{}',
  primary key (id)
) partition by range (id);
create index order_events_object on order_events (object_id, id);
grant select, insert on order_events to :"app_role";
