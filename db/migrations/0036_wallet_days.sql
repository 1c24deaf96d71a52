-- Wallet statistics and reconciliation by business day: roll-ups of the books and of the messages, the operator's own
-- statement, and the close of a day.

-- How far an account's entries have been added up. Entries of one account commit in the order of their numbers and
-- without a gap (their writer holds the account's row), so what is behind `seq` can neither be missed nor counted twice.
create table ledger_rollup (
  account_id bigint primary key references accounts (id),
  seq bigint not null default 0 check (seq >= 0),
  -- The account's balance after entry `seq`.
  balance bigint not null default 0
) with (fillfactor = 70);

-- What one account's entries of a business day come to, and between which numbers they stand.
create table account_days (
  account_id bigint not null references accounts (id),
  day date not null,
  change bigint not null,
  count bigint not null check (count > 0),
  first_seq bigint not null,
  last_seq bigint not null,
  primary key (account_id, day),
  check (first_seq <= last_seq)
) with (fillfactor = 70);

-- A wallet's day by kind of entry. `side`: 'wallet' moved the wallet itself and adds up to account_days.change;
-- 'suspense' and 'unexplained' is money that had moved the wallet before and now belongs to an order of it;
-- 'fees' is the income from its orders.
create table wallet_flows (
  wallet_id bigint not null references wallets (id),
  day date not null,
  side text not null check (side in ('wallet', 'suspense', 'unexplained', 'fees')),
  ref_type text not null,
  kind text not null,
  credit bigint not null check (credit >= 0),
  debit bigint not null check (debit >= 0),
  count bigint not null check (count > 0),
  primary key (wallet_id, day, side, ref_type, kind)
) with (fillfactor = 70);

-- What the operator's messages of a finished day reported; a running day is added up when it is asked for.
create table wallet_reports (
  wallet_id bigint not null references wallets (id),
  day date not null,
  payment bigint not null,
  payment_count int not null,
  disburse bigint not null,
  disburse_count int not null,
  real_balance bigint,
  real_at timestamptz,
  primary key (wallet_id, day)
);
-- The last balance that the operator reported on a day, by message, heartbeat or answer.
create table wallet_real_balances (
  wallet_id bigint not null references wallets (id),
  day date not null,
  balance bigint not null,
  at timestamptz not null,
  primary key (wallet_id, day)
) with (fillfactor = 70);

-- Lines of the operator's own statement, each once: by TrxID and direction.
create table statement_imports (
  id bigint primary key,
  wallet_id bigint not null references wallets (id),
  file_name text not null,
  lines int not null check (lines > 0),
  -- First and last business day with a line of it, and the operator's days that it covers.
  from_day date not null,
  to_day date not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  user_id bigint not null,
  account text not null,
  check (from_day <= to_day and from_at < to_at)
);
create index statement_imports_wallet on statement_imports (wallet_id, to_day);
create table statement_lines (
  wallet_id bigint not null references wallets (id),
  direction text not null check (direction in ('credit', 'debit')),
  trx_key text not null,
  trx_id text not null,
  amount bigint not null check (amount > 0),
  fee bigint check (fee >= 0),
  balance bigint,
  at timestamptz not null,
  day date not null,
  counterparty text,
  kind text,
  import_id bigint not null references statement_imports (id),
  line int not null check (line > 0),
  primary key (wallet_id, direction, trx_key)
);
create index statement_lines_day on statement_lines (wallet_id, day);

create function business_day(p_id bigint) returns date language sql immutable parallel safe as $$
  select (time_of_id(p_id) at time zone 'Asia/Shanghai')::date;
$$;
create function day_start(p_day date) returns bigint language sql immutable parallel safe as $$
  select id_at(p_day::timestamp at time zone 'Asia/Shanghai');
$$;

-- Which wallet an entry on a shared account (suspense, fees) is about: that of the order behind it.
create function wallet_of(p_type text, p_id bigint) returns bigint language sql stable as $$
  select case p_type
    when 'payment' then (select p.wallet_id from payments p where p.id = p_id)
    when 'disburse' then (select d.wallet_id from disburses d where d.id = p_id)
    when 'manual' then (select coalesce((select p.wallet_id from payments p where p.id = m.payment_id), m.wallet_id) from manual_operations m where m.id = p_id)
    when 'transfer' then (select coalesce(t.from_wallet_id, t.to_wallet_id) from transfers t where t.id = p_id)
  end
$$;

-- Adds up at most p_limit entries of one account that lie behind what is added up; answers how many it took.
create function account_fold(p_account bigint, p_limit int) returns int
  language plpgsql set jit = off set enable_seqscan = off set search_path = public, pg_temp as $$
declare
  v_kind text;
  v_owner bigint;
  v_from bigint;
  v_to bigint;
  v_balance bigint;
  v_count int;
begin
  insert into ledger_rollup (account_id) values (p_account) on conflict do nothing;
  select seq into v_from from ledger_rollup where account_id = p_account for update;
  select kind, owner_id, least(seq, v_from + p_limit) into v_kind, v_owner, v_to from accounts where id = p_account;
  if v_to <= v_from then return 0; end if;
  with taken as materialized (
    select e.seq, e.kind, e.amount, e.after_balance, e.ref_type, business_day(e.id) as day,
      case when v_kind = 'wallet' then v_owner
        when v_kind = 'fees' or v_kind = 'suspense' and e.kind = 'payment' or v_kind = 'unexplained' and e.kind = 'disburse' then wallet_of(e.ref_type, e.ref_id) end as wallet_id,
      -- Money leaves suspense with a minus; for the order's wallet it is a plus.
      case when v_kind = 'suspense' then -e.amount else e.amount end as signed
    from entries e where e.account_id = p_account and e.seq > v_from and e.seq <= v_to
  ), days as (
    insert into account_days as d (account_id, day, change, count, first_seq, last_seq)
      select p_account, day, sum(amount), count(*), min(seq), max(seq) from taken group by day order by day
      on conflict (account_id, day) do update set change = d.change + excluded.change, count = d.count + excluded.count,
        first_seq = least(d.first_seq, excluded.first_seq), last_seq = greatest(d.last_seq, excluded.last_seq)
  ), flows as (
    insert into wallet_flows as f (wallet_id, day, side, ref_type, kind, credit, debit, count)
      select wallet_id, day, v_kind, ref_type, kind, coalesce(sum(signed) filter (where signed > 0), 0), coalesce(-sum(signed) filter (where signed < 0), 0), count(*)
      from taken where wallet_id is not null group by wallet_id, day, ref_type, kind order by wallet_id, day, ref_type, kind
      on conflict (wallet_id, day, side, ref_type, kind) do update set credit = f.credit + excluded.credit, debit = f.debit + excluded.debit, count = f.count + excluded.count
  )
  select count(*), (array_agg(after_balance order by seq desc))[1] into v_count, v_balance from taken;
  if v_count <> v_to - v_from then raise exception 'entries of account % are missing between % and %', p_account, v_from, v_to using errcode = 'FD005'; end if;
  update ledger_rollup set seq = v_to, balance = v_balance where account_id = p_account;
  return v_count;
end $$;

-- The messages of a wallet between two ids that count in its figures. `flow`: a reported receipt or payout, or null.
-- p_credit, p_debit: kinds of messages that are receipts or payouts. A message that belongs to a transfer or a
-- withdrawal is neither. What nobody believes (suspicious, a copy, not understood) is not counted at all; one that a
-- person put aside counts only where it was booked.
create function wallet_messages(p_wallet bigint, p_from bigint, p_to bigint, p_credit text[], p_debit text[])
  returns table (id bigint, flow text, amount bigint, balance bigint, chain text, at timestamptz, trx_id text, trx_key text, match_status text, payment_id bigint, disburse_id bigint)
  language sql stable as $$
  select s.id,
    case when s.transfer_id is not null or s.withdrawal_id is not null or s.amount is null then null
         when s.payment_id is null and s.disburse_id is null and s.trx_key is not null and exists (
           select 1 from trx_used u where u.operator = s.operator and u.trx_key = s.trx_key and u.direction = s.direction and u.object_type not in ('payment', 'disburse')) then null
         when s.direction = 'credit' and s.kind = any (p_credit) then 'credit'
         when s.direction = 'debit' and s.kind = any (p_debit) then 'debit' end,
    s.amount, s.balance, s.chain, coalesce(s.operator_time, s.received_at), s.trx_id, s.trx_key, s.match_status, s.payment_id, s.disburse_id
  from sms s where s.wallet_id = p_wallet and s.id >= p_from and s.id < p_to
    and (s.match_status in ('matched', 'unmatched', 'review', 'held') or s.match_status = 'ignored' and s.booked_txn is not null);
$$;

-- Orders that the books settled on a wallet and day: on the wallet itself, out of suspense (payments), or out of what was
-- unexplained (payouts). `answered`: no message brought it, the operator's own interface said it was done.
create function wallet_orders(p_wallet bigint, p_day date)
  returns table (type text, id bigint, entry_id bigint, amount bigint, trx_id text, trx_key text, sms_id bigint, answered boolean)
  language sql stable as $$
  with booked as (
    select e.ref_type, e.ref_id, w.operator, min(e.id) as entry_id, abs(sum(case when a.kind = 'suspense' then -e.amount else e.amount end))::bigint as amount
    from wallets w
    join accounts a on a.kind = 'wallet' and a.owner_id = w.id or a.kind in ('suspense', 'unexplained') and a.operator = w.operator
    join account_days d on d.account_id = a.id and d.day = p_day
    join entries e on e.account_id = a.id and e.seq between d.first_seq and d.last_seq
    where w.id = p_wallet and e.kind in ('payment', 'disburse') and e.ref_type in ('payment', 'disburse') and e.id >= day_start(p_day) and e.id < day_start(p_day + 1)
      and (a.kind = 'wallet' or wallet_of(e.ref_type, e.ref_id) = p_wallet)
    group by e.ref_type, e.ref_id, w.operator
  )
  select b.ref_type, b.ref_id, b.entry_id, b.amount, o.trx_id, o.trx_key, coalesce(u.sms_id, o.message_id),
    coalesce(u.sms_id, o.message_id) is null and case b.ref_type
      when 'payment' then exists (select 1 from order_events v where v.object_id = b.ref_id and v.kind = 'official_confirmed')
      else exists (select 1 from disburse_attempts t cross join lateral jsonb_array_elements(t.evidence) said
        where t.disburse_id = b.ref_id and t.status = 'completed' and said ->> 'code' = 'completed' and said ->> 'source' in ('submit', 'query', 'callback')) end
  from booked b
  left join lateral (
    select p.trx_id, p.trx_key, p.message_id from payments p where b.ref_type = 'payment' and p.id = b.ref_id
    union all select d.trx_id, d.trx_key, null from disburses d where b.ref_type = 'disburse' and d.id = b.ref_id) o on true
  left join trx_used u on u.operator = b.operator and u.trx_key = o.trx_key and u.direction = case b.ref_type when 'payment' then 'credit' else 'debit' end
    and u.object_type = b.ref_type and u.object_id = b.ref_id;
$$;

-- What the operator reported, per wallet and day: receipts, payouts and the last balance. Messages, and for an official
-- wallet the operator's answers. The caller has added up the books of these days.
create function wallet_reports_of(p_wallets bigint[], p_from date, p_to date, p_credit text[], p_debit text[]) returns setof wallet_reports
  language plpgsql stable set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $$
begin
  return query
    select w, d::date, (coalesce(r.payment, 0) + coalesce(q.payment, 0))::bigint, (r.payment_count + coalesce(q.payment_count, 0))::int,
      (coalesce(r.disburse, 0) + coalesce(q.disburse, 0))::bigint, (r.disburse_count + coalesce(q.disburse_count, 0))::int, r.real_balance, r.real_at
    from unnest(p_wallets) w cross join generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') d
    cross join lateral (
      select sum(m.amount) filter (where m.flow = 'credit') as payment, count(*) filter (where m.flow = 'credit') as payment_count,
        sum(m.amount) filter (where m.flow = 'debit') as disburse, count(*) filter (where m.flow = 'debit') as disburse_count,
        (array_agg(m.balance order by m.at desc, m.id desc) filter (where m.balance is not null and m.chain <> 'break'))[1] as real_balance,
        max(m.at) filter (where m.balance is not null and m.chain <> 'break') as real_at
      from wallet_messages(w, day_start(d::date), day_start(d::date + 1), p_credit, p_debit) m
    ) r
    left join lateral (
      select sum(o.amount) filter (where o.type = 'payment') as payment, count(*) filter (where o.type = 'payment') as payment_count,
        sum(o.amount) filter (where o.type = 'disburse') as disburse, count(*) filter (where o.type = 'disburse') as disburse_count
      from wallets x cross join lateral wallet_orders(x.id, d::date) o where x.id = w and x.api_type = 'official' and o.answered
    ) q on true
    where not exists (select 1 from wallet_reports k where k.wallet_id = w and k.day = d::date)
  union all
    select k.* from wallet_reports k where k.wallet_id = any (p_wallets) and k.day between p_from and p_to;
end $$;

-- A message of a kept day that is read anew, matched or put aside later: the day is added up again when it is asked for.
create function wallet_reports_forget() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- Today's messages are not kept yet; the lock is shared with whoever keeps a day, so that neither misses the other.
  if business_day(new.id) < (now() at time zone 'Asia/Shanghai')::date then
    perform pg_advisory_xact_lock_shared(4136, hashtext(w::text)) from unnest(array[old.wallet_id, new.wallet_id]) w where w is not null;
    delete from wallet_reports where day = business_day(new.id) and wallet_id in (old.wallet_id, new.wallet_id);
  end if;
  return null;
end $$;
create trigger wallet_reports_forget after update on sms for each row
  when (old.kind is distinct from new.kind or old.direction is distinct from new.direction or old.amount is distinct from new.amount or old.balance is distinct from new.balance
        or old.wallet_id is distinct from new.wallet_id or old.chain is distinct from new.chain or old.match_status is distinct from new.match_status
        or old.transfer_id is distinct from new.transfer_id or old.withdrawal_id is distinct from new.withdrawal_id)
  execute function wallet_reports_forget();

-- The close of a day: its figures as they were, one after the other without a gap. Two people reopen it; one, where the
-- platform is run by one person.
alter table day_closes
  add column late bigint not null default 0,
  add column change bigint not null default 0,
  add column figures jsonb not null default '{}',
  add column account text not null default '',
  add column reopen_reason text,
  add column version int not null default 1,
  add constraint day_closes_foots check (estimated = opening + late + change),
  add constraint day_closes_reason check (real is not null and (real = estimated or length(trim(coalesce(reason, ''))) > 0)),
  add constraint day_closes_two check (reopened_at is null or (array_length(reopened_by, 1) in (1, 2) and reopened_by[1] is distinct from reopened_by[2]));
create index day_closes_last on day_closes (wallet_id, day desc) where reopened_at is null;

create function day_closes_guard() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  v_before day_closes;
begin
  if tg_op = 'UPDATE' and (old.wallet_id <> new.wallet_id or old.day <> new.day or new.version <> old.version + 1) then
    raise exception 'a closed day keeps its place and counts its versions' using errcode = 'FD006';
  end if;
  if exists (select 1 from day_closes c where c.wallet_id = new.wallet_id and c.day > new.day and c.reopened_at is null) then
    raise exception 'a later day of this wallet is closed' using errcode = 'FD006';
  end if;
  if new.reopened_at is not null then
    if tg_op = 'INSERT' or old.reopened_at is not null
       or (new.opening, new.late, new.change, new.estimated, new.real, new.flows, new.figures) is distinct from (old.opening, old.late, old.change, old.estimated, old.real, old.flows, old.figures) then
      raise exception 'reopening a day changes none of its figures' using errcode = 'FD006';
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and old.reopened_at is null then
    raise exception 'the figures of a closed day never change' using errcode = 'FD006';
  end if;
  if new.day >= (now() at time zone 'Asia/Shanghai')::date then
    raise exception 'the day has not ended' using errcode = 'FD006';
  end if;
  select * into v_before from day_closes c where c.wallet_id = new.wallet_id and c.day < new.day and c.reopened_at is null order by c.day desc limit 1;
  if v_before.day is not null and (v_before.day <> new.day - 1 or v_before.estimated <> new.opening) then
    raise exception 'a day follows the one closed before it' using errcode = 'FD006';
  end if;
  return new;
end $$;
create trigger day_closes_guard before insert or update on day_closes for each row execute function day_closes_guard();

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant select on ledger_rollup, account_days, wallet_flows, wallet_reports, wallet_real_balances, statement_imports, statement_lines to %I', v_app);
  execute format('grant insert, update on ledger_rollup, account_days, wallet_flows, wallet_real_balances to %I', v_app);
  execute format('grant insert, delete on wallet_reports to %I', v_app);
  execute format('grant insert on statement_imports, statement_lines to %I', v_app);
  execute format('grant execute on function business_day(bigint), day_start(date), wallet_of(text, bigint), account_fold(bigint, int), wallet_messages(bigint, bigint, bigint, text[], text[]), wallet_orders(bigint, date),
    wallet_reports_of(bigint[], date, date, text[], text[]), wallet_reports_forget(), day_closes_guard() to %I', v_app);
end $$;
