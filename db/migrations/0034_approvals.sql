-- The second person (decision 13) and manual operations: what is fixed when a request is made never changes, a request
-- is decided once, and nobody is his own second person.

alter table approvals
  -- The body of the maker's call, encrypted and bound to this row; `payload` is the same with secrets masked.
  add column sealed bytea not null,
  add column before jsonb,
  add column after jsonb,
  -- Whose own people may see and decide it; null: the platform's alone.
  add column merchant_id bigint references merchants (id),
  add column reason text,
  -- One person's platform (config one_person): he may decide his own request.
  add column alone boolean not null default false,
  -- Acts that answer a secret are run by their maker, until then.
  add column collect_until timestamptz,
  add column collected_at timestamptz;
alter table approvals drop constraint approvals_check;
alter table approvals
  add constraint approvals_second_person check (checker is distinct from maker or alone),
  add constraint approvals_decided check ((status in ('approved', 'rejected')) = (checker is not null) and (status <> 'waiting') = (decided_at is not null)),
  add constraint approvals_collected check (collected_at is null or (status = 'approved' and collect_until is not null));
-- One request for one act on one object at a time.
create unique index approvals_waiting on approvals (object_type, object_id, action) where status = 'waiting';
create index approvals_expiry on approvals (expires_at) where status = 'waiting';
create index approvals_maker on approvals (maker, id);
create index approvals_object on approvals (object_id, id);
create index approvals_merchant on approvals (merchant_id, id) where merchant_id is not null;

create function approvals_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and old.status <> 'waiting' then
    raise exception 'a request that is % stays so', old.status using errcode = 'FD003';
  end if;
  if (new.kind, new.object_type, new.object_id, new.action, new.object_version, new.payload, new.sealed, new.before, new.after, new.amount, new.merchant_id, new.maker, new.expires_at)
     is distinct from
     (old.kind, old.object_type, old.object_id, old.action, old.object_version, old.payload, old.sealed, old.before, old.after, old.amount, old.merchant_id, old.maker, old.expires_at)
     or (old.status <> 'waiting' and (new.checker, new.decided_at, new.alone, new.collect_until) is distinct from (old.checker, old.decided_at, old.alone, old.collect_until))
     or (old.collected_at is not null and new.collected_at is distinct from old.collected_at) then
    raise exception 'this column of a request never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;
create trigger approvals_guard before update on approvals for each row execute function approvals_guard();

alter table manual_operations
  add column preview jsonb not null default '[]',
  add column approval_id bigint references approvals (id),
  add column alone boolean not null default false,
  add constraint manual_operations_second_person check (status <> 'applied' or (checker is not null and (checker <> maker or alone))),
  add constraint manual_operations_decided check ((status <> 'requested') = (decided_at is not null)),
  add constraint manual_operations_fields check (case
    when kind in ('merchant_credit', 'merchant_debit') then merchant_id is not null and amount is not null and wallet_id is null and sms_id is null and payment_id is null
    when kind in ('wallet_credit', 'wallet_debit', 'b2b_credit', 'b2b_debit') then wallet_id is not null and amount is not null and merchant_id is null and sms_id is null and payment_id is null
    when kind = 'assign_message' then sms_id is not null and payment_id is not null and merchant_id is not null and wallet_id is not null
    when kind = 'write_off' then sms_id is not null and payment_id is null and merchant_id is null and wallet_id is not null
    when kind = 'payment_reversal' then payment_id is not null and sms_id is null and merchant_id is not null and wallet_id is not null
    else amount is not null and sms_id is null and payment_id is null and (merchant_id is null) <> (wallet_id is null) end);
create index manual_operations_merchant on manual_operations (merchant_id, id) where merchant_id is not null;
create index manual_operations_wallet on manual_operations (wallet_id, id) where wallet_id is not null;
-- A payment is reversed once, an account is opened once, a message is assigned or written off once.
create unique index manual_reversal_once on manual_operations (payment_id) where kind = 'payment_reversal' and status in ('requested', 'applied');
create unique index manual_message_once on manual_operations (sms_id) where kind in ('assign_message', 'write_off') and status in ('requested', 'applied');
create unique index manual_opening_once on manual_operations ((coalesce(merchant_id, wallet_id))) where kind = 'opening' and status in ('requested', 'applied');

create function manual_operations_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and old.status <> 'requested' then
    raise exception 'a manual operation that is % stays so', old.status using errcode = 'FD003';
  end if;
  if (new.kind, new.merchant_id, new.wallet_id, new.sms_id, new.payment_id, new.amount, new.note, new.maker, new.expires_at)
     is distinct from (old.kind, old.merchant_id, old.wallet_id, old.sms_id, old.payment_id, old.amount, old.note, old.maker, old.expires_at)
     or (old.approval_id is not null and new.approval_id is distinct from old.approval_id)
     or (old.status <> 'requested' and (new.preview, new.checker, new.decided_at, new.alone) is distinct from (old.preview, old.checker, old.decided_at, old.alone)) then
    raise exception 'this column of a manual operation never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;
create trigger manual_operations_guard before update on manual_operations for each row execute function manual_operations_guard();

-- A reversal is made once and never taken back.
create function payments_reversed_once() returns trigger language plpgsql as $$
begin
  if old.reversed_at is not null or new.status <> 'completed' then
    raise exception 'a payment is reversed once, after its completion' using errcode = 'FD004';
  end if;
  return new;
end $$;
create trigger payments_reversed_once before update of reversed_at on payments for each row
  when (old.reversed_at is distinct from new.reversed_at) execute function payments_reversed_once();

-- Balances read to be acted on, under the locks and in the order that ledger_post takes: nothing moves them meanwhile.
create function accounts_hold(p_ids bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform id from accounts where id = any (p_ids) order by id for no key update;
end $$;

-- Merchants that a reversal took below zero may be so until they are level again; a job calls this.
create index accounts_overdrawn on accounts (id) where kind = 'merchant' and may_go_negative;
create function accounts_level() returns int
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with levelled as (update accounts set may_go_negative = false where kind = 'merchant' and may_go_negative and balance >= 0 returning 1)
  select count(*)::int from levelled;
$$;

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant execute on function accounts_hold(bigint[]), accounts_level(), approvals_guard(), manual_operations_guard(), payments_reversed_once() to %I', v_app);
end $$;
