-- Payouts: the edges of their life, what an attempt knows of itself, what was returned, and the figures they bring.

alter table disburses add column returned_at timestamptz;
-- An order that found no wallet is tried again from then on.
alter table disburses add column route_after timestamptz;
-- Since when it waits for a wallet.
alter table disburses add column queued_at timestamptz;
alter table disburses add constraint disburses_paid check ((status = 'completed') = (paid_at is not null));
alter table disburses add constraint disburses_settled check (status <> 'completed' or (wallet_id is not null and trx_key is not null));
alter table disburses add constraint disburses_returned check (returned_at is null or status = 'completed');
create index disburses_undelivered on disburses (notify_status, id) where notify_status in ('waiting', 'failed', 'stopped');
create index disburses_queue on disburses (route_after, id) where status in ('pending', 'approved');

-- The edges of DISBURSE_TRANSITIONS; a test compares the two.
create table disburse_edges (from_status text not null, to_status text not null, primary key (from_status, to_status));
insert into disburse_edges values
  ('pending', 'review'), ('pending', 'approved'), ('pending', 'processing'), ('pending', 'completed'), ('pending', 'cancelled'), ('pending', 'rejected'),
  ('review', 'approved'), ('review', 'rejected'), ('review', 'cancelled'),
  ('approved', 'processing'), ('approved', 'rejected'), ('approved', 'cancelled'),
  ('processing', 'completed'), ('processing', 'attempt_failed'), ('processing', 'unknown'),
  ('unknown', 'completed'), ('unknown', 'attempt_failed'),
  ('attempt_failed', 'pending'), ('attempt_failed', 'failed'), ('attempt_failed', 'completed');

create or replace function disburses_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (select from disburse_edges where from_status = old.status and to_status = new.status) then
    raise exception 'disburse cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if new.amount <> old.amount or new.merchant_id <> old.merchant_id or new.customer <> old.customer
     or new.merchant_order_id <> old.merchant_order_id or new.operator <> old.operator or new.fee <> old.fee
     or (old.status = 'completed' and (new.trx_key, new.wallet_id, new.paid_at) is distinct from (old.trx_key, old.wallet_id, old.paid_at)) then
    raise exception 'this column of a disburse never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

-- How the wallet pays, what the attempt is for, and who has it in hand. `lease_token` names the one process that may send
-- it; a `created` attempt was certainly not sent, a `sent` one may have been.
alter table disburse_attempts add column way text not null check (way in ('app', 'official', 'manual'));
alter table disburse_attempts add column amount bigint not null check (amount > 0);
alter table disburse_attempts add column operator_reference text;
alter table disburse_attempts add column cost bigint check (cost >= 0);
alter table disburse_attempts add column lease_token bigint;
alter table disburse_attempts add column query_after timestamptz;
alter table disburse_attempts add column query_count int not null default 0;
alter table disburse_attempts add constraint disburse_attempts_ended check ((status in ('completed', 'failed')) = (ended_at is not null));
alter table disburse_attempts add constraint disburse_attempts_paid check (status <> 'completed' or trx_id is not null);
create index disburse_attempts_wallet on disburse_attempts (wallet_id, disburse_id);
create index disburse_attempts_flight on disburse_attempts (status, lease_until) where status in ('created', 'sent', 'unknown');

-- At most one attempt of an order is in flight or completed, ever: the key of active_attempts says so, and this keeps it
-- true whoever writes an attempt.
create function disburse_attempts_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.disburse_id, new.no, new.wallet_id, new.reference, new.amount, new.way) is distinct from (old.disburse_id, old.no, old.wallet_id, old.reference, old.amount, old.way) then
      raise exception 'this column of an attempt never changes' using errcode = 'FD004';
    end if;
    if new.status = old.status then return new; end if;
    if (old.status, new.status) not in (('created', 'sent'), ('created', 'failed'), ('created', 'unknown'), ('created', 'completed'),
        ('sent', 'completed'), ('sent', 'failed'), ('sent', 'unknown'), ('unknown', 'completed'), ('unknown', 'failed'), ('failed', 'completed')) then
      raise exception 'attempt cannot go from % to %', old.status, new.status using errcode = 'FD003';
    end if;
  elsif new.status <> 'created' then
    raise exception 'an attempt begins as created' using errcode = 'FD003';
  end if;
  if new.status = 'failed' then
    delete from active_attempts where disburse_id = new.disburse_id and no = new.no and not completed;
  elsif tg_op = 'INSERT' or old.status = 'failed' then
    insert into active_attempts (disburse_id, no, completed) values (new.disburse_id, new.no, new.status = 'completed');
  elsif new.status = 'completed' then
    update active_attempts set completed = true where disburse_id = new.disburse_id and no = new.no;
  end if;
  return new;
end $$;
create trigger disburse_attempts_guard before insert or update on disburse_attempts for each row execute function disburse_attempts_guard();

-- Fees of payouts stand beside those of payments, so that each list can add up its own.
alter table stats_delta add column disburse_fees bigint not null default 0;
alter table stats_hourly add column disburse_fees bigint not null default 0;

-- What the paying side of a wallet has reserved, on the day and in the month of the operator. Negative figures give back
-- what was reserved, as long as that day or month is the running one (decision 14).
create function usage_out(p_wallet bigint, p_day date, p_month date, p_amount bigint, p_count int, p_at timestamptz) returns void
  language sql set search_path = public, pg_temp as $$
  update wallet_usage set
      day_amount = case when day = p_day then day_amount + p_amount when p_day > day and p_count > 0 then p_amount else day_amount end,
      day_count = case when day = p_day then day_count + p_count when p_day > day and p_count > 0 then p_count else day_count end,
      day = case when p_count > 0 then greatest(day, p_day) else day end,
      month_amount = case when month = p_month then month_amount + p_amount when p_month > month and p_count > 0 then p_amount else month_amount end,
      month_count = case when month = p_month then month_count + p_count when p_month > month and p_count > 0 then p_count else month_count end,
      month = case when p_count > 0 then greatest(month, p_month) else month end,
      last_used_at = greatest(last_used_at, p_at)
    where wallet_id = p_wallet and direction = 'out';
$$;

-- What a merchant may spend, with both of its accounts locked in the order in which the ledger locks them.
create function merchant_funds(p_merchant bigint) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform id from accounts where owner_id = p_merchant and kind in ('merchant', 'hold') order by id for no key update;
  return (select balance from accounts where owner_id = p_merchant and kind = 'merchant' and operator = '');
end $$;

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant select on disburse_edges to %I', v_app);
  execute format('grant execute on function disburse_attempts_guard(), merchant_funds(bigint), usage_out(bigint, date, date, bigint, int, timestamptz) to %I', v_app);
end $$;
