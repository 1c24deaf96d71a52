-- needs: parties, wallets
-- Money that is no order: transfers of float between own wallets and to or from outside, and merchants' withdrawals.

-- A row is a transfer. Each side is booked once, by its message or by a person, each with a TrxID of its own.
create table transfers (
  id bigint primary key,
  kind text not null check (kind in ('wallet', 'b2b_in', 'b2b_out')),
  from_wallet_id bigint references wallets (id),
  to_wallet_id bigint references wallets (id),
  amount bigint not null check (amount > 0),
  cost bigint not null default 0 check (cost >= 0),
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  maker bigint not null,
  checker bigint,
  note text not null default '',
  reason text,
  completed_at timestamptz,
  version int not null default 1,
  expected_cost bigint not null default 0 check (expected_cost >= 0),
  -- Frozen on the paying wallet for this transfer now; released when the money has left, and at every end.
  frozen bigint not null default 0 check (frozen >= 0),
  approved_at timestamptz,
  -- Maker and checker may be one person: decided while the config allowed it.
  one_person boolean not null default false,
  out_at timestamptz,
  out_sms_id bigint,
  out_trx_id text,
  out_trx_key text,
  in_at timestamptz,
  in_sms_id bigint,
  in_trx_id text,
  in_trx_key text,
  check ((kind = 'wallet') = (from_wallet_id is not null and to_wallet_id is not null)),
  check (kind <> 'b2b_in' or (from_wallet_id is null and to_wallet_id is not null)),
  check (kind <> 'b2b_out' or (from_wallet_id is not null and to_wallet_id is null)),
  check (from_wallet_id is distinct from to_wallet_id),
  constraint transfers_maker_checker check (checker is distinct from maker or one_person),
  constraint transfers_frozen check (frozen = 0 or (status = 'processing' and from_wallet_id is not null and out_at is null)),
  constraint transfers_completed check (status <> 'completed' or (completed_at is not null
    and (from_wallet_id is null or out_at is not null) and (to_wallet_id is null or in_at is not null))),
  constraint transfers_sides check ((from_wallet_id is not null or out_at is null) and (to_wallet_id is not null or in_at is null)),
  constraint transfers_reason check (status <> 'failed' or reason is not null)
);
create index transfers_status on transfers (status, id);
-- What a message may belong to: transfers under way, and sides that a person booked before their message came.
create index transfers_open_from on transfers (from_wallet_id, id) where status in ('pending', 'processing');
create index transfers_open_to on transfers (to_wallet_id, id) where status in ('pending', 'processing');
create index transfers_unproven_from on transfers (from_wallet_id, id) where status = 'completed' and out_sms_id is null;
create index transfers_unproven_to on transfers (to_wallet_id, id) where status = 'completed' and in_sms_id is null;
create index transfers_out_trx on transfers (out_trx_key) where out_trx_key is not null;
create index transfers_in_trx on transfers (in_trx_key) where in_trx_key is not null;
grant select, insert, update on transfers to :"app_role";

-- A row is a merchant's withdrawal of its balance, paid by a wallet or from outside. The payee and the amount are those that were submitted.
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
  max_available bigint not null default 0 check (max_available >= 0),
  approved_at timestamptz,
  one_person boolean not null default false,
  cost bigint check (cost >= 0),
  trx_key text,
  sms_id bigint,
  -- One reference of a bank proves one withdrawal: what a payment from outside rests on, in one spelling.
  outside_key text,
  constraint withdrawals_maker_checker check ((approver is distinct from submitter and payer is distinct from submitter) or one_person),
  constraint withdrawals_paid check ((status = 'paid') = (paid_at is not null) and (status <> 'paid' or (reference is not null and approver is not null and payer is not null))),
  constraint withdrawals_rejected check (status <> 'rejected' or reason is not null),
  constraint withdrawals_from_wallet check (wallet_id is null or (status = 'paid' and trx_key is not null)),
  constraint withdrawals_outside check (outside_key is null or (status = 'paid' and wallet_id is null))
);
create index withdrawals_merchant on withdrawals (merchant_id, id);
create index withdrawals_status on withdrawals (status, id);
create index withdrawals_open on withdrawals (merchant_id) where status in ('pending', 'approved');
create index withdrawals_wallet on withdrawals (wallet_id, id) where wallet_id is not null;
create unique index withdrawals_outside_once on withdrawals (outside_key) where outside_key is not null;
grant select, insert, update on withdrawals to :"app_role";
