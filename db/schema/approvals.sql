-- needs: parties, wallets
-- Maker and checker (rule 13), and manual operations: what is fixed when a request is made never changes, a request is decided once,
-- and nobody checks himself.

-- A row is a request that a checker decides.
create table approvals (
  id bigint primary key,
  kind text not null,
  object_type text not null,
  object_id bigint not null,
  action text not null,
  object_version int not null,
  -- The body of the maker's call, with secrets masked; `sealed` is all of it.
  payload jsonb not null,
  amount bigint,
  maker bigint not null references users (id),
  checker bigint references users (id),
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'rejected', 'lapsed', 'cancelled')),
  expires_at timestamptz not null,
  decided_at timestamptz,
  version int not null default 1,
  -- The body of the maker's call, encrypted and bound to this row.
  sealed bytea not null,
  before jsonb,
  after jsonb,
  -- Whose own people may see and decide it; null: the platform's alone.
  merchant_id bigint references merchants (id),
  reason text,
  -- One person's platform (config one_person): he may decide his own request.
  alone boolean not null default false,
  -- Acts that answer a secret are run by their maker, until then.
  collect_until timestamptz,
  collected_at timestamptz,
  constraint approvals_maker_checker check (checker is distinct from maker or alone),
  constraint approvals_decided check ((status in ('approved', 'rejected')) = (checker is not null) and (status <> 'waiting') = (decided_at is not null)),
  constraint approvals_collected check (collected_at is null or (status = 'approved' and collect_until is not null))
);
create index approvals_status on approvals (status, id);
-- One request for one act on one object at a time.
create unique index approvals_waiting on approvals (object_type, object_id, action) where status = 'waiting';
create index approvals_expiry on approvals (expires_at) where status = 'waiting';
create index approvals_maker on approvals (maker, id);
create index approvals_object on approvals (object_id, id);
create index approvals_merchant on approvals (merchant_id, id) where merchant_id is not null;
grant select, insert, update on approvals to :"app_role";

-- A row is a change of the books, or of what a message belongs to, that a person asked for.
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
  version int not null default 1,
  preview jsonb not null default '[]',
  approval_id bigint references approvals (id),
  alone boolean not null default false,
  constraint manual_operations_maker_checker check (status <> 'applied' or (checker is not null and (checker <> maker or alone))),
  constraint manual_operations_decided check ((status <> 'requested') = (decided_at is not null)),
  constraint manual_operations_fields check (case
    when kind in ('merchant_credit', 'merchant_debit') then merchant_id is not null and amount is not null and wallet_id is null and sms_id is null and payment_id is null
    when kind in ('wallet_credit', 'wallet_debit', 'b2b_credit', 'b2b_debit') then wallet_id is not null and amount is not null and merchant_id is null and sms_id is null and payment_id is null
    when kind = 'assign_message' then sms_id is not null and payment_id is not null and merchant_id is not null and wallet_id is not null
    when kind = 'write_off' then sms_id is not null and payment_id is null and merchant_id is null and wallet_id is not null
    when kind = 'payment_reversal' then payment_id is not null and sms_id is null and merchant_id is not null and wallet_id is not null
    else amount is not null and sms_id is null and payment_id is null and (merchant_id is null) <> (wallet_id is null) end)
);
create index manual_operations_status on manual_operations (status, id);
create index manual_operations_merchant on manual_operations (merchant_id, id) where merchant_id is not null;
create index manual_operations_wallet on manual_operations (wallet_id, id) where wallet_id is not null;
-- A payment is reversed once, an account is opened once, a message is assigned or written off once.
create unique index manual_reversal_once on manual_operations (payment_id) where kind = 'payment_reversal' and status in ('requested', 'applied');
create unique index manual_message_once on manual_operations (sms_id) where kind in ('assign_message', 'write_off') and status in ('requested', 'applied');
create unique index manual_opening_once on manual_operations ((coalesce(merchant_id, wallet_id))) where kind = 'opening' and status in ('requested', 'applied');
grant select, insert, update on manual_operations to :"app_role";
