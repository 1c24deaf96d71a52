-- Payments, messages and what must be unique about them.

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
  routing jsonb,
  request_hash bytea not null,
  version int not null default 1,
  primary key (id),
  check ((status = 'completed') = (paid_at is not null)),
  check (status <> 'completed' or (received_amount is not null and fee is not null and trx_key is not null))
) partition by range (id);
create index payments_merchant on payments (merchant_id, id);
create index payments_wallet on payments (wallet_id, id);
create index payments_open on payments (status, id) where status <> 'completed';
create index payments_expiry on payments (expires_at) where status = 'pending';
create index payments_trx on payments (trx_key) where trx_key is not null;
create index payments_customer on payments (customer, id) where customer is not null;
create index payments_undelivered on payments (notify_status, id) where notify_status in ('waiting', 'failed', 'stopped');

-- The edges of PAYMENT_TRANSITIONS; the test compares the two.
create table payment_edges (from_status text not null, to_status text not null, primary key (from_status, to_status));
insert into payment_edges values ('pending', 'completed'), ('pending', 'review'), ('pending', 'expired'), ('pending', 'cancelled'),
  ('review', 'completed'), ('review', 'rejected'), ('expired', 'completed'), ('expired', 'review');

create function payments_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'completed'), ('pending', 'review'), ('pending', 'expired'), ('pending', 'cancelled'),
    ('review', 'completed'), ('review', 'rejected'), ('expired', 'completed'), ('expired', 'review')) then
    raise exception 'payment cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if new.amount <> old.amount or new.merchant_id <> old.merchant_id or new.wallet_id <> old.wallet_id
     or new.merchant_order_id <> old.merchant_order_id or new.operator <> old.operator
     or (old.status = 'completed' and (new.received_amount, new.fee, new.trx_key) is distinct from (old.received_amount, old.fee, old.trx_key)) then
    raise exception 'this column of a payment never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;
create trigger payments_guard before update on payments for each row
  when (old.status is distinct from new.status or old.amount <> new.amount or old.merchant_id <> new.merchant_id or old.wallet_id <> new.wallet_id
        or old.merchant_order_id <> new.merchant_order_id or old.operator <> new.operator or old.fee is distinct from new.fee
        or old.received_amount is distinct from new.received_amount or old.trx_key is distinct from new.trx_key)
  execute function payments_guard();

-- Keys that no partition can hold (decision 22).
create table merchant_order_keys (
  merchant_id bigint not null,
  direction text not null check (direction in ('payment', 'disburse')),
  key text not null,
  order_id bigint not null,
  primary key (merchant_id, direction, key)
);
create index merchant_order_keys_key on merchant_order_keys (key text_pattern_ops);

create table open_payments (
  payment_id bigint primary key,
  wallet_id bigint not null,
  amount bigint not null,
  payer text not null default '',
  -- Set when the order expired: kept for late money and for routing until late_match_hours have passed.
  expired_at timestamptz
) with (fillfactor = 80);
create unique index open_payments_slot on open_payments (wallet_id, amount, payer) where expired_at is null;
create index open_payments_amount on open_payments (amount, wallet_id);
create index open_payments_expired on open_payments (expired_at) where expired_at is not null;

-- An order without a payer's number wants the amount on that wallet for itself.
create function open_payments_guard() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from new_rows n join open_payments o on o.wallet_id = n.wallet_id and o.amount = n.amount and o.payment_id <> n.payment_id
    where o.expired_at is null and n.expired_at is null and (n.payer = '' or o.payer = '' or n.payer = o.payer)
  ) then
    raise exception 'another open order has this amount on this wallet' using errcode = '23505', constraint = 'open_payments_slot';
  end if;
  return null;
end $$;
create trigger open_payments_guard after insert on open_payments referencing new table as new_rows for each statement execute function open_payments_guard();

-- TrxIDs that payers or merchants submitted; a TrxID hangs on one open order only (decision 2).
create table order_trx (
  payment_id bigint not null,
  operator text not null,
  trx_key text not null,
  trx_id text not null,
  at timestamptz not null default now(),
  open boolean not null default true,
  primary key (payment_id, trx_key)
);
create unique index order_trx_open on order_trx (operator, trx_key) where open;

-- A TrxID settles once, whatever it settles (decision 1).
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

create table sms (
  id bigint not null,
  wallet_id bigint,
  device_id bigint,
  operator text,
  sender text,
  text text not null,
  class text,
  kind text not null,
  direction text not null check (direction in ('credit', 'debit', 'none')),
  amount bigint,
  fee bigint,
  commission bigint,
  extra bigint,
  balance bigint,
  trx_id text,
  trx_key text,
  counterparty text,
  reference text,
  operator_time timestamptz,
  sent_at timestamptz,
  received_at timestamptz not null,
  match_status text not null check (match_status in ('matched', 'unmatched', 'ignored', 'duplicate', 'unparsed', 'suspicious', 'other', 'held', 'review')),
  payment_id bigint,
  disburse_id bigint,
  transfer_id bigint,
  chain text not null default 'unknown' check (chain in ('fits', 'break', 'unknown')),
  reasons text[] not null default '{}',
  evidence jsonb not null default '[]',
  rule_id text,
  rule_version int,
  origin text not null default 'device' check (origin in ('device', 'manual')),
  -- Ledger transaction that booked the money; null: not booked (yet).
  booked_txn bigint,
  -- Which account holds it: suspense until an order takes it.
  in_suspense boolean not null default false,
  held_until timestamptz,
  processed boolean not null default true,
  version int not null default 1,
  primary key (id)
) partition by range (id);
create index sms_wallet on sms (wallet_id, id);
create index sms_open on sms (match_status, id) where match_status in ('unmatched', 'review', 'held', 'unparsed', 'suspicious');
create index sms_trx on sms (trx_key) where trx_key is not null;
create index sms_payment on sms (payment_id) where payment_id is not null;
create index sms_counterparty on sms (counterparty, id) where counterparty is not null;
create index sms_held on sms (held_until) where match_status = 'held';
create index sms_unprocessed on sms (id) where not processed;

-- Identity of a message (decision 6): each way in which it can be known again.
create table sms_keys (
  key bytea primary key,
  sms_id bigint not null,
  at timestamptz not null default now()
);
-- One booking per (wallet, kind, TrxID) (decision 1).
create table sms_bookings (
  wallet_id bigint not null,
  kind text not null,
  trx_key text not null,
  sms_id bigint not null,
  primary key (wallet_id, kind, trx_key)
);

-- What cannot be read off the order's own row: acts of staff, suspicion, expiry, re-checks.
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
