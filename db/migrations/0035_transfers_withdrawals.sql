-- Transfers of float side by side with the messages that prove them, and merchants' withdrawals.

-- Money between two own wallets stands here from the moment it left one until it came to the other.
alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check
  check (kind in ('wallet', 'merchant', 'hold', 'fees', 'operator_costs', 'suspense', 'unexplained', 'commissions', 'b2b', 'settlement', 'adjustments', 'transit'));

create or replace function account_open(p_kind text, p_owner bigint, p_operator text) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_id bigint;
begin
  insert into accounts (kind, owner_id, operator, normal, may_go_negative)
    values (p_kind, p_owner, p_operator,
            case when p_kind in ('wallet', 'operator_costs', 'unexplained', 'b2b', 'settlement', 'adjustments', 'transit') then 1 else -1 end,
            p_kind not in ('merchant', 'hold', 'suspense'))
    on conflict (kind, owner_id, operator) do nothing returning id into v_id;
  if v_id is null then
    select id into v_id from accounts where kind = p_kind and owner_id = p_owner and operator = p_operator;
  end if;
  return v_id;
end $$;

-- Each side of a transfer is booked once, by its message or by a person, each with a TrxID of its own.
alter table transfers
  drop column trx_id,
  drop column trx_key,
  add column expected_cost bigint not null default 0 check (expected_cost >= 0),
  -- Frozen on the paying wallet for this transfer now; released when the money has left, and at every end.
  add column frozen bigint not null default 0 check (frozen >= 0),
  add column approved_at timestamptz,
  -- Maker and checker may be one person: decided while the config allowed it.
  add column one_person boolean not null default false,
  add column out_at timestamptz,
  add column out_sms_id bigint,
  add column out_trx_id text,
  add column out_trx_key text,
  add column in_at timestamptz,
  add column in_sms_id bigint,
  add column in_trx_id text,
  add column in_trx_key text,
  add constraint transfers_second_person check (checker is distinct from maker or one_person),
  add constraint transfers_frozen check (frozen = 0 or (status = 'processing' and from_wallet_id is not null and out_at is null)),
  add constraint transfers_completed check (status <> 'completed' or (completed_at is not null
    and (from_wallet_id is null or out_at is not null) and (to_wallet_id is null or in_at is not null))),
  add constraint transfers_sides check ((from_wallet_id is not null or out_at is null) and (to_wallet_id is not null or in_at is null)),
  add constraint transfers_reason check (status <> 'failed' or reason is not null);

create function transfers_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'processing'), ('pending', 'cancelled'), ('processing', 'completed'), ('processing', 'failed')) then
    raise exception 'transfer cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.kind, new.from_wallet_id, new.to_wallet_id, new.amount, new.expected_cost, new.maker) is distinct from
     (old.kind, old.from_wallet_id, old.to_wallet_id, old.amount, old.expected_cost, old.maker)
     or (old.status = 'completed' and (new.cost, new.out_at, new.in_at) is distinct from (old.cost, old.out_at, old.in_at)) then
    raise exception 'this column of a transfer never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;
create trigger transfers_guard before update on transfers for each row execute function transfers_guard();

-- What a message may belong to: transfers under way, and sides that a person booked before their message came.
create index transfers_open_from on transfers (from_wallet_id, id) where status in ('pending', 'processing');
create index transfers_open_to on transfers (to_wallet_id, id) where status in ('pending', 'processing');
create index transfers_unproven_from on transfers (from_wallet_id, id) where status = 'completed' and out_sms_id is null;
create index transfers_unproven_to on transfers (to_wallet_id, id) where status = 'completed' and in_sms_id is null;
create index transfers_out_trx on transfers (out_trx_key) where out_trx_key is not null;
create index transfers_in_trx on transfers (in_trx_key) where in_trx_key is not null;

alter table merchants add column withdrawal_reserve bigint not null default 0 check (withdrawal_reserve >= 0);

alter table withdrawals
  drop constraint withdrawals_check,
  add column max_available bigint not null default 0 check (max_available >= 0),
  add column approved_at timestamptz,
  add column one_person boolean not null default false,
  add column cost bigint check (cost >= 0),
  add column trx_key text,
  add column sms_id bigint,
  add constraint withdrawals_second_person check ((approver is distinct from submitter and payer is distinct from submitter) or one_person),
  add constraint withdrawals_paid check ((status = 'paid') = (paid_at is not null) and (status <> 'paid' or (reference is not null and approver is not null and payer is not null))),
  add constraint withdrawals_rejected check (status <> 'rejected' or reason is not null),
  add constraint withdrawals_from_wallet check (wallet_id is null or (status = 'paid' and trx_key is not null));

-- The payee and the amount are those that were submitted.
create function withdrawals_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'approved'), ('pending', 'rejected'), ('approved', 'paid'), ('approved', 'rejected')) then
    raise exception 'withdrawal cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.merchant_id, new.receiving_account, new.amount, new.note, new.submitter, new.max_available) is distinct from
     (old.merchant_id, old.receiving_account, old.amount, old.note, old.submitter, old.max_available)
     or (old.status = 'paid' and (new.reference, new.wallet_id, new.cost, new.trx_key) is distinct from (old.reference, old.wallet_id, old.cost, old.trx_key)) then
    raise exception 'this column of a withdrawal never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;
create trigger withdrawals_guard before update on withdrawals for each row execute function withdrawals_guard();
create index withdrawals_open on withdrawals (merchant_id) where status in ('pending', 'approved');
create index withdrawals_wallet on withdrawals (wallet_id, id) where wallet_id is not null;

-- A message that paid out a withdrawal names it.
alter table sms add column withdrawal_id bigint;

-- A TrxID is given back only by a transfer that fails after one side had moved: its messages stand unexplained again.
-- The application may delete none by itself; this is its one way, for a transfer that is still under way.
create function trx_release(p_transfer bigint, p_operators text[], p_keys text[]) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from trx_used u using unnest(p_operators, p_keys) as x (operator, key)
  where u.object_type = 'transfer' and u.object_id = p_transfer and u.operator = x.operator and u.trx_key = x.key;
$$;
create function trx_used_guard() returns trigger language plpgsql as $$
begin
  if old.object_type <> 'transfer' or not exists (select from transfers where id = old.object_id and status = 'processing') then
    raise exception 'a used TrxID stays used' using errcode = 'FD002';
  end if;
  return old;
end $$;
create trigger trx_used_guard before delete on trx_used for each row execute function trx_used_guard();

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant update (withdrawal_id) on sms to %I', v_app);
  execute format('grant execute on function transfers_guard(), withdrawals_guard(), trx_used_guard(), trx_release(bigint, text[], text[]) to %I', v_app);
end $$;
