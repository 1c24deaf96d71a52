-- Disburses with attempts, transfers, withdrawals, manual operations, approvals, day close.

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
  primary key (id)
) partition by range (id);
create index disburses_merchant on disburses (merchant_id, id);
create index disburses_wallet on disburses (wallet_id, id) where wallet_id is not null;
create index disburses_open on disburses (status, id) where status <> 'completed';
create index disburses_trx on disburses (trx_key) where trx_key is not null;
create index disburses_customer on disburses (customer, id);

create function disburses_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'review'), ('pending', 'approved'), ('pending', 'processing'), ('pending', 'cancelled'), ('pending', 'rejected'),
    ('review', 'approved'), ('review', 'rejected'), ('review', 'cancelled'),
    ('approved', 'processing'), ('approved', 'cancelled'), ('approved', 'rejected'), ('approved', 'completed'), ('pending', 'completed'),
    ('processing', 'completed'), ('processing', 'attempt_failed'), ('processing', 'unknown'),
    ('unknown', 'completed'), ('unknown', 'attempt_failed'),
    ('attempt_failed', 'pending'), ('attempt_failed', 'failed'), ('attempt_failed', 'completed')) then
    raise exception 'disburse cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if new.amount <> old.amount or new.merchant_id <> old.merchant_id or new.customer <> old.customer
     or new.merchant_order_id <> old.merchant_order_id or new.operator <> old.operator or new.fee <> old.fee then
    raise exception 'this column of a disburse never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;
create trigger disburses_guard before update on disburses for each row execute function disburses_guard();

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
  primary key (disburse_id, no)
);
-- At most one attempt of an order is in flight or completed, ever (domain text section 5).
create table active_attempts (
  disburse_id bigint primary key,
  no int not null,
  completed boolean not null default false
);

create table transfers (
  id bigint primary key,
  kind text not null check (kind in ('wallet', 'b2b_in', 'b2b_out')),
  from_wallet_id bigint references wallets (id),
  to_wallet_id bigint references wallets (id),
  amount bigint not null check (amount > 0),
  cost bigint not null default 0 check (cost >= 0),
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  trx_id text,
  trx_key text,
  maker bigint not null,
  checker bigint,
  note text not null default '',
  reason text,
  completed_at timestamptz,
  version int not null default 1,
  check ((kind = 'wallet') = (from_wallet_id is not null and to_wallet_id is not null)),
  check (kind <> 'b2b_in' or (from_wallet_id is null and to_wallet_id is not null)),
  check (kind <> 'b2b_out' or (from_wallet_id is not null and to_wallet_id is null)),
  check (from_wallet_id is distinct from to_wallet_id)
);
create index transfers_status on transfers (status, id);

create table withdrawals (
  id bigint primary key,
  merchant_id bigint not null references merchants (id),
  receiving_account text not null,
  amount bigint not null check (amount > 0),
  note text not null default '',
  submitter bigint not null,
  approver bigint,
  payer bigint,
  status text not null default 'pending' check (status in ('pending', 'approved', 'paid', 'rejected')),
  reason text,
  reference text,
  wallet_id bigint references wallets (id),
  paid_at timestamptz,
  version int not null default 1,
  check (approver is distinct from submitter)
);
create index withdrawals_merchant on withdrawals (merchant_id, id);
create index withdrawals_status on withdrawals (status, id);

create table approvals (
  id bigint primary key,
  kind text not null,
  object_type text not null,
  object_id bigint not null,
  action text not null,
  object_version int not null,
  payload jsonb not null,
  amount bigint,
  maker bigint not null references users (id),
  checker bigint references users (id),
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'rejected', 'lapsed', 'cancelled')),
  expires_at timestamptz not null,
  decided_at timestamptz,
  version int not null default 1,
  check (checker is distinct from maker or status in ('cancelled', 'waiting', 'lapsed'))
);
create index approvals_status on approvals (status, id);

create table manual_operations (
  id bigint primary key,
  kind text not null check (kind in ('merchant_credit', 'merchant_debit', 'wallet_credit', 'wallet_debit', 'b2b_credit', 'b2b_debit', 'assign_message', 'write_off', 'payment_reversal', 'opening')),
  merchant_id bigint references merchants (id),
  wallet_id bigint references wallets (id),
  sms_id bigint,
  payment_id bigint,
  amount bigint check (amount > 0),
  note text not null check (length(note) > 0),
  maker bigint not null references users (id),
  checker bigint references users (id),
  status text not null default 'requested' check (status in ('requested', 'applied', 'rejected', 'lapsed')),
  reason text,
  expires_at timestamptz not null,
  decided_at timestamptz,
  version int not null default 1
);
create index manual_operations_status on manual_operations (status, id);

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
  primary key (wallet_id, day)
);
