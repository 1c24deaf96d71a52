-- Payouts that phones make: which phone pays out for a wallet, and the tasks that phones take and answer.

-- One phone pays out for a wallet (decision 35).
alter table device_links add column payout boolean not null default false;
alter table bind_codes add column payout boolean not null default false;
update device_links l set payout = true
  where l.ended_at is null and l.id = (
    select min(o.id) from device_links o join devices d on d.id = o.device_id
    where o.wallet_id = l.wallet_id and o.ended_at is null and o.bound_at is not null and d.app = 'native' and d.revoked_at is null);
create unique index device_links_payout on device_links (wallet_id) where payout and ended_at is null;

-- One row per attempt that a phone is to make. `handed`: it left the server and may have been executed; it never goes
-- back to `waiting`. `withdrawn`: it never left and never will, which proves that the attempt was not made.
create table device_tasks (
  id bigint primary key,
  disburse_id bigint not null,
  attempt_no int not null check (attempt_no > 0),
  wallet_id bigint not null references wallets (id),
  customer text not null,
  amount bigint not null check (amount > 0),
  reference text not null,
  status text not null default 'waiting' check (status in ('waiting', 'handed', 'answered', 'lapsed', 'withdrawn')),
  device_id bigint references devices (id),
  handed_at timestamptz,
  answer_until timestamptz,
  result text check (result in ('sent', 'failed', 'unknown')),
  trx_id text,
  reason text,
  answered_at timestamptz,
  -- What the answer did to the order, for the person who looks at it.
  outcome text,
  constraint device_tasks_attempt unique (disburse_id, attempt_no),
  check ((status in ('waiting', 'withdrawn')) = (device_id is null)),
  check ((device_id is null) = (handed_at is null) and (device_id is null) = (answer_until is null)),
  check ((status = 'answered') = (result is not null)),
  check ((result is null) = (answered_at is null)),
  check ((coalesce(result, '') = 'sent') = (trx_id is not null)),
  check ((coalesce(result, '') = 'failed') = (reason is not null))
);
create index device_tasks_waiting on device_tasks (wallet_id, id) where status = 'waiting';
create index device_tasks_handed on device_tasks (answer_until) where status = 'handed';

create function device_tasks_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('waiting', 'handed'), ('waiting', 'withdrawn'), ('handed', 'answered'), ('handed', 'lapsed'), ('lapsed', 'answered')) then
    raise exception 'a device task cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.disburse_id, new.attempt_no, new.wallet_id, new.customer, new.amount, new.reference) is distinct from
     (old.disburse_id, old.attempt_no, old.wallet_id, old.customer, old.amount, old.reference)
     or (old.device_id is not null and (new.device_id, new.handed_at) is distinct from (old.device_id, old.handed_at))
     or (old.result is not null and (new.result, new.trx_id, new.reason) is distinct from (old.result, old.trx_id, old.reason)) then
    raise exception 'this column of a device task never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;
create trigger device_tasks_guard before update on device_tasks for each row execute function device_tasks_guard();

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant select, insert, update on device_tasks to %I', v_app);
  execute format('grant execute on function device_tasks_guard() to %I', v_app);
end $$;
