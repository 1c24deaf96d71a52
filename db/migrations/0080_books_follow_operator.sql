-- The books follow the operator: a wallet's account moves by its operator's messages, once each. What somebody said before
-- (a person, a phone, an operator's answer) is money in transit until its message comes; what nothing explains is a difference
-- with a name.

alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check check (kind in ('wallet', 'unreported', 'merchant', 'hold', 'fees', 'operator_costs', 'suspense', 'unexplained', 'commissions', 'b2b', 'settlement', 'adjustments', 'transit'));

create or replace function account_open(p_kind text, p_owner bigint, p_operator text) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_id bigint;
begin
  select id into v_id from accounts where kind = p_kind and owner_id = p_owner and operator = p_operator;
  if v_id is not null then return v_id; end if;
  insert into accounts (kind, owner_id, operator, normal, may_go_negative)
    values (p_kind, p_owner, p_operator,
            case when p_kind in ('wallet', 'unreported', 'operator_costs', 'unexplained', 'b2b', 'settlement', 'adjustments', 'transit') then 1 else -1 end,
            p_kind not in ('merchant', 'hold', 'suspense'))
    on conflict (kind, owner_id, operator) do nothing returning id into v_id;
  if v_id is null then
    select id into v_id from accounts where kind = p_kind and owner_id = p_owner and operator = p_operator;
  end if;
  return v_id;
end $$;

-- A row is one movement of a wallet that was said and that no message has reported yet, or had not when it was said. Its money
-- stands on the wallet's account `unreported` until `ended_at`. The wallet's chain row is locked by whoever writes here.
create table unreported_movements (
  id bigint primary key,
  wallet_id bigint not null references wallets,
  direction text not null check (direction in ('credit', 'debit')),
  amount bigint not null check (amount > 0),
  -- What the operator is expected to take beside the amount: it can be promised to nobody else.
  expected_cost bigint not null default 0 check (expected_cost >= 0),
  object_type text not null check (object_type in ('payment', 'disburse', 'transfer', 'withdrawal')),
  object_id bigint not null,
  source text not null check (source in ('person', 'device', 'operator')),
  -- Claimed, not proven: the message decides. The key is null once a message has shown that it belongs to something else.
  trx_id text,
  trx_key text,
  -- Whoever stands across: the customer, the other wallet, the receiving account.
  counterparty text,
  said_at timestamptz not null default now(),
  -- The message that carries the claimed TrxID and tells of something else.
  contradicted_by bigint,
  ended_at timestamptz,
  ended_by text check (ended_by in ('message', 'taken_back')),
  sms_id bigint,
  check ((ended_at is null) = (ended_by is null)),
  check ((sms_id is not null) = (ended_by is not distinct from 'message'))
);
create unique index unreported_movements_open on unreported_movements (object_type, object_id, direction) where ended_at is null;
create index unreported_movements_wallet on unreported_movements (wallet_id, direction) where ended_at is null;
create index unreported_movements_since on unreported_movements (said_at) where ended_at is null;
create index unreported_movements_object on unreported_movements (object_id);

-- A row is one reason why a wallet's books and its operator's printed balance differ: real less books, as far as it still stands.
create table wallet_differences (
  id bigint generated always as identity primary key,
  wallet_id bigint not null references wallets,
  -- opening: what was there before the first message. skipped: movements nobody reported, where a person or the config let the
  -- continuity go on. restart: the same, where a person cleared the wallet. manual: the books were changed by hand. unknown: none of these.
  kind text not null check (kind in ('opening', 'skipped', 'restart', 'manual', 'unknown')),
  noted bigint not null check (noted <> 0),
  amount bigint not null,
  ref_type text not null check (ref_type in ('sms', 'manual', 'wallet')),
  ref_id bigint not null,
  at timestamptz not null default now(),
  closed_at timestamptz,
  check ((amount = 0) = (closed_at is not null))
);
create index wallet_differences_open on wallet_differences (wallet_id, id) where closed_at is null;

alter table wallet_chain
  -- Sum of the wallet's open differences.
  add column difference bigint not null default 0,
  add column difference_since timestamptz,
  -- Whether the books have been held against a printed balance yet: new, cleared by a person, or kept.
  add column continuity text not null default 'new' check (continuity in ('new', 'cleared', 'kept'));

create index wallet_chain_difference on wallet_chain (wallet_id) where difference <> 0;
create index accounts_below_zero on accounts (owner_id) where kind = 'wallet' and balance < 0;

-- A gap that the continuity has gone over: what is missing in it stands as a difference, and its message may still close it.
alter table wallet_gaps add column skipped boolean not null default false;

-- Notes that a wallet's books and its operator drifted apart by p_amount (real less books). What stands open the other way round
-- is settled first, the same amount before the oldest; the rest is a row of its own and stops the wallet's payouts, unless the
-- operator merely had more from the beginning. The caller has locked the wallet's chain row.
create function difference_noted(p_wallet bigint, p_kind text, p_amount bigint, p_ref_type text, p_ref bigint) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  v_left bigint := p_amount;
  v_row record;
  v_part bigint;
  v_sum bigint;
begin
  if p_amount = 0 then return; end if;
  for v_row in select id, amount from wallet_differences where wallet_id = p_wallet and closed_at is null and sign(amount) = -sign(p_amount)
      order by (amount = -p_amount) desc, id for update loop
    exit when v_left = 0;
    v_part := case when abs(v_row.amount) <= abs(v_left) then v_row.amount else -v_left end;
    update wallet_differences set amount = amount - v_part, closed_at = case when amount = v_part then now() end where id = v_row.id;
    v_left := v_left + v_part;
  end loop;
  if v_left <> 0 then
    insert into wallet_differences (wallet_id, kind, noted, amount, ref_type, ref_id) values (p_wallet, p_kind, v_left, v_left, p_ref_type, p_ref);
  end if;
  update wallet_chain set difference = difference + p_amount,
      difference_since = case when difference + p_amount = 0 then null else coalesce(difference_since, now()) end where wallet_id = p_wallet returning difference into v_sum;
  if v_sum = 0 then
    update wallet_differences set amount = 0, closed_at = now() where wallet_id = p_wallet and closed_at is null;
    update wallet_chain set payouts_frozen = false, payouts_frozen_reason = null where wallet_id = p_wallet and payouts_frozen and payouts_frozen_reason = 'books_differ';
  elsif v_left <> 0 and not (p_kind = 'opening' and v_left > 0) then
    update wallet_chain set payouts_frozen = true, payouts_frozen_reason = coalesce(payouts_frozen_reason, 'books_differ') where wallet_id = p_wallet;
  end if;
end $$;

-- Holds the books of wallets against the balances that their operators printed: books + open differences = printed balance.
-- What is off becomes a difference with a name. After each batch of messages that moved a continuity on.
create function books_checked(p_wallets bigint[]) returns void
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $$
declare
  v_row record;
begin
  for v_row in select c.wallet_id, c.continuity, c.last_sms_id, c.balance - a.balance - c.difference as off
      from unnest(p_wallets) w cross join lateral (select * from wallet_chain q where q.wallet_id = w limit 1) c
      cross join lateral (select balance from accounts b where b.kind = 'wallet' and b.owner_id = w limit 1) a
      where c.balance is not null and (c.continuity <> 'kept' or a.balance + c.difference <> c.balance) loop
    perform difference_noted(v_row.wallet_id, case v_row.continuity when 'new' then 'opening' when 'cleared' then 'restart' else 'unknown' end, v_row.off,
      case when v_row.last_sms_id is null then 'wallet' else 'sms' end, coalesce(v_row.last_sms_id, v_row.wallet_id));
    update wallet_chain set continuity = 'kept' where wallet_id = v_row.wallet_id and continuity <> 'kept';
  end loop;
end $$;

-- What a wallet can still promise, minor units: its books less what is frozen for payouts and transfers under way, less what was
-- said to have left and is not reported yet, each with the cost that the operator is expected to take.
create function wallet_free(p_wallet bigint) returns bigint language sql stable as $$
  select coalesce((select balance from accounts where kind = 'wallet' and owner_id = p_wallet limit 1), 0)
    - (select frozen_balance from wallets where id = p_wallet)
    - coalesce((select sum(amount + expected_cost) from unreported_movements where wallet_id = p_wallet and direction = 'debit' and ended_at is null), 0)::bigint;
$$;

-- A TrxID that was said is a claim: the message that carries it takes it over, whatever it had been said of. False: it is proven already.
create function trx_prove(p_operator text, p_key text, p_direction text, p_type text, p_id bigint, p_sms bigint, p_amount bigint, p_wallet bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into trx_used as u (operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id)
    values (p_operator, p_key, p_direction, p_type, p_id, p_sms, p_amount, p_wallet)
    on conflict (operator, trx_key, direction) do update set object_type = excluded.object_type, object_id = excluded.object_id, sms_id = excluded.sms_id,
      amount = excluded.amount, wallet_id = excluded.wallet_id, at = now() where u.sms_id is null;
  return found;
end $$;
-- Gives a claimed TrxID back: its object was proven by another one, or a message showed that it belongs to something else.
create function trx_unclaim(p_operator text, p_key text, p_direction text, p_type text, p_id bigint) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from trx_used where operator = p_operator and trx_key = p_key and direction = p_direction and object_type = p_type and object_id = p_id and sms_id is null;
$$;
create or replace function trx_used_guard() returns trigger language plpgsql as $$
begin
  if old.sms_id is null and exists (select from unreported_movements m where m.object_type = old.object_type and m.object_id = old.object_id) then return old; end if;
  if old.object_type <> 'transfer' or not exists (select from transfers where id = old.object_id and status = 'processing') then
    raise exception 'a used TrxID stays used' using errcode = 'FD002';
  end if;
  return old;
end $$;

-- What was typed stays to be read; the key goes to whoever the message proves it of.
alter table payments drop constraint payments_check1;
alter table payments add constraint payments_settled check (status <> 'completed' or (received_amount is not null and fee is not null and trx_id is not null));
alter table disburses drop constraint disburses_settled;
alter table disburses add constraint disburses_settled check (status <> 'completed' or (wallet_id is not null and trx_id is not null));
alter table disburses add column disputed_at timestamptz;
alter table disburse_attempts
  -- Frozen on the paying wallet while the attempt is under way: the amount and what the operator is expected to charge.
  add column frozen bigint not null default 0 check (frozen >= 0),
  -- What its phone says it was paid with: a claim, until the message comes.
  add column claimed_trx_id text,
  add column claimed_trx_key text,
  add column claimed_at timestamptz,
  add check ((claimed_trx_key is null) = (claimed_at is null));
update disburse_attempts a set frozen = a.amount from disburses d where d.id = a.disburse_id and d.attempt_count = a.no and d.status in ('processing', 'unknown');
create index disburse_attempts_claimed on disburse_attempts (claimed_trx_key) where claimed_trx_key is not null and status in ('sent', 'unknown');
create index disburse_attempts_unproven on disburse_attempts (claimed_at) where status = 'sent' and claimed_at is not null;

-- Up to this amount the word of the wallet's own phone completes a payout before the operator's message comes. Null: never.
alter table wallets add column phone_trust_limit bigint check (phone_trust_limit > 0);

alter table wallet_flows drop constraint wallet_flows_side_check;
alter table wallet_flows add constraint wallet_flows_side_check check (side in ('wallet', 'unreported', 'suspense', 'unexplained', 'fees'));

-- As before; what stands in transit belongs to its wallet, as the wallet's own account does.
create or replace function account_fold(p_account bigint, p_limit int) returns int
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set search_path = public, pg_temp as $$
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
  with parts as materialized (
    select wallet_id, day, ref_type, kind, sum(amount) as change, count(*) as count, min(seq) as first_seq, max(seq) as last_seq,
      coalesce(sum(signed) filter (where signed > 0), 0) as credit, coalesce(-sum(signed) filter (where signed < 0), 0) as debit,
      max(after_balance) filter (where seq = v_to) as balance
    from (
      select e.seq, e.kind, e.amount, e.after_balance, e.ref_type, business_day(e.id) as day,
        case when v_kind in ('wallet', 'unreported') then v_owner
          when v_kind = 'fees' or v_kind = 'suspense' and e.kind = 'payment' or v_kind = 'unexplained' and e.kind = 'disburse' then
            case e.ref_type when 'payment' then (select p.wallet_id from payments p where p.id = e.ref_id)
              when 'disburse' then (select d.wallet_id from disburses d where d.id = e.ref_id)
              else wallet_of(e.ref_type, e.ref_id) end end as wallet_id,
        -- Money leaves suspense with a minus; for the order's wallet it is a plus.
        case when v_kind = 'suspense' then -e.amount else e.amount end as signed
      from entries e where e.account_id = p_account and e.seq > v_from and e.seq <= v_to
    ) taken group by wallet_id, day, ref_type, kind
  ), days as (
    insert into account_days as d (account_id, day, change, count, first_seq, last_seq)
      select p_account, day, sum(change), sum(count), min(first_seq), max(last_seq) from parts group by day order by day
      on conflict (account_id, day) do update set change = d.change + excluded.change, count = d.count + excluded.count,
        first_seq = least(d.first_seq, excluded.first_seq), last_seq = greatest(d.last_seq, excluded.last_seq)
  ), flows as (
    insert into wallet_flows as f (wallet_id, day, side, ref_type, kind, credit, debit, count)
      select wallet_id, day, v_kind, ref_type, kind, credit, debit, count
      from parts where wallet_id is not null order by wallet_id, day, ref_type, kind
      on conflict (wallet_id, day, side, ref_type, kind) do update set credit = f.credit + excluded.credit, debit = f.debit + excluded.debit, count = f.count + excluded.count
  )
  select coalesce(sum(count), 0), max(balance) into v_count, v_balance from parts;
  if v_count <> v_to - v_from then raise exception 'entries of account % are missing between % and %', p_account, v_from, v_to using errcode = 'FD005'; end if;
  update ledger_rollup set seq = v_to, balance = v_balance where account_id = p_account;
  return v_count;
end $$;

-- Orders that the books settled on a wallet and day: on the wallet itself, in transit, out of suspense (payments), or out of what
-- was unexplained (payouts). `answered`: no message brought it, the operator's own interface said it was done.
create or replace function wallet_orders(p_wallet bigint, p_day date)
  returns table (type text, id bigint, entry_id bigint, amount bigint, trx_id text, trx_key text, sms_id bigint, answered boolean)
  language sql stable as $$
  with booked as (
    select e.ref_type, e.ref_id, w.operator, min(e.id) as entry_id, abs(sum(case when a.kind = 'suspense' then -e.amount else e.amount end))::bigint as amount
    from wallets w
    join accounts a on a.kind in ('wallet', 'unreported') and a.owner_id = w.id or a.kind in ('suspense', 'unexplained') and a.operator = w.operator
    join account_days d on d.account_id = a.id and d.day = p_day
    join entries e on e.account_id = a.id and e.seq between d.first_seq and d.last_seq
    where w.id = p_wallet and e.kind in ('payment', 'disburse') and e.ref_type in ('payment', 'disburse') and e.id >= day_start(p_day) and e.id < day_start(p_day + 1)
      and (a.kind in ('wallet', 'unreported') or wallet_of(e.ref_type, e.ref_id) = p_wallet)
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

-- Locks the wallets of a batch in id order, then the open orders that could be meant, and answers everything the decision needs.
-- Messages by columns: w wallet, a amount, o operator, t TrxID key, r reference, rid the reference read as a public id. What is
-- locked is read with its lock, not a second time; after a wait that is the newest version of it. Of the orders that claim a TrxID
-- all that have the message's wallet and amount are read, so that no number of other claims can hide them; of the rest the first.
-- Of a wallet `u` says whether something said waits for its message.
create or replace function settle_read(p_wallets bigint[], p_keys text[], m_w bigint[], m_a bigint[], m_o text[], m_t text[], m_r text[], m_rid bigint[], p_late timestamptz) returns json
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_orders bigint[];
  v_low bigint;
  v_high bigint;
  v_chains json;
  v_open json;
begin
  select json_agg(json_build_object('w', c.wallet_id, 'b', c.balance, 's', c.last_sms_id, 'f', c.payouts_frozen, 'u', exists (select 1 from unreported_movements m where m.wallet_id = c.wallet_id and m.ended_at is null))) into v_chains from (
    select wallet_id, balance, last_sms_id, payouts_frozen from wallet_chain where wallet_id = any (p_wallets) order by wallet_id for no key update) c;
  select array_agg(distinct id), min(id), max(id) into v_orders, v_low, v_high from (
    select id from open_orders_on(m_w, m_a, p_late) id
    union all
    select ot.payment_id from unnest(m_o, m_t, m_w, m_a) as x (o, t, w, a) cross join lateral (
      select q.payment_id from order_trx q where q.operator = x.o and q.trx_key = x.t and q.open
        and exists (select 1 from payments p where p.id = q.payment_id and p.wallet_id = x.w and p.amount = x.a)) ot
    union all
    select ot.payment_id from unnest(m_o, m_t) as x (o, t) cross join lateral (
      select q.payment_id from order_trx q where q.operator = x.o and q.trx_key = x.t and q.open order by q.payment_id limit 10) ot
    union all
    select mk.order_id from unnest(m_r) r cross join lateral (select order_id from merchant_order_keys q where q.key = r and q.direction = 'payment' limit 20) mk where r is not null
    union all
    select rid from unnest(m_rid) rid where rid is not null
  ) found;
  select json_agg(row_to_json(x)) into v_open from (
    select p.id, p.merchant_id, p.merchant_order_id, p.operator, p.wallet_id, p.amount, p.status, p.customer, p.version, p.fee_rate_bps, p.fee_fixed, p.fee_min, p.fee_max,
           p.expires_at, p.notify_url, p.user_ref, p.metadata, p.payment_url
    from payments p where p.id = any (v_orders) and p.id between v_low and v_high and p.status in ('pending', 'review', 'expired') order by p.id for no key update) x;
  return json_build_object(
    'known', (select json_agg(json_build_object('k', encode(k.key, 'hex'), 'id', k.sms_id, 'at', extract(epoch from k.at) * 1000))
              from unnest(p_keys) q cross join lateral (select * from sms_keys where key = decode(q, 'hex') limit 1) k),
    'chains', v_chains,
    'gaps', (select json_agg(json_build_object('id', g.id, 'w', g.wallet_id, 'from', g.from_balance, 'to', g.to_balance, 'sk', g.skipped)) from wallet_gaps g where g.wallet_id = any (p_wallets) and g.closed_at is null),
    'orders', v_open,
    'named', (select json_agg(json_build_object('id', ot.payment_id, 'k', ot.trx_key)) from order_trx ot where ot.payment_id = any (v_orders) and ot.open),
    'used', (select json_agg(json_build_object('o', u.operator, 'k', u.trx_key, 'd', u.direction, 'type', u.object_type, 'id', u.object_id, 's', u.sms_id, 'a', u.amount, 'w', u.wallet_id))
             from unnest(m_o, m_t) as x (o, t) cross join lateral (select * from trx_used q where q.operator = x.o and q.trx_key = x.t) u),
    'booked', (select json_agg(json_build_object('w', b.wallet_id, 'kind', b.kind, 'k', b.trx_key, 'id', b.sms_id, 'a', s.amount, 'b', s.balance, 'd', s.direction))
               from unnest(m_w, m_t) as x (w, t)
               cross join lateral (select * from sms_bookings q where q.wallet_id = x.w and q.trx_key = x.t) b
               cross join lateral (select amount, balance, direction from sms m where m.id = b.sms_id limit 1) s),
    'held', (select json_agg(to_jsonb(s) - 'text' - 'evidence' || jsonb_build_object('wallet_type', w.wallet_type))
             from (select * from sms where wallet_id = any (p_wallets) and (match_status = 'held' or (match_status = 'review' and booked_txn is null)) order by id limit 500) s
             join wallets w on w.id = s.wallet_id));
end $$;

-- What is rare in a batch, as documents.
create or replace function settle_write_rest(p jsonb) returns void
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
begin
  if p ? 'disputes' then
    update payments t set disputed_at = coalesce(t.disputed_at, now()), version = t.version + 1 from jsonb_to_recordset(p -> 'disputes') as x (id bigint)
    where t.id = x.id and t.id = any (array(select (d ->> 'id')::bigint from jsonb_array_elements(p -> 'disputes') d));
  end if;
  if p ? 'new_gaps' then
    insert into wallet_gaps (id, wallet_id, from_balance, to_balance, before_sms_id, after_sms_id, since, skipped)
      select id, w, "from", "to", b, a, now(), sk from jsonb_to_recordset(p -> 'new_gaps') as x (id bigint, w bigint, "from" bigint, "to" bigint, b bigint, a bigint, sk boolean);
  end if;
  if p ? 'gap_updates' then
    update wallet_gaps g set from_balance = coalesce(x."from", g.from_balance), to_balance = coalesce(x."to", g.to_balance), closed_at = case when x.closed then now() end,
        closed_by = case when x.closed then 'late message' end
      from jsonb_to_recordset(p -> 'gap_updates') as x (id bigint, "from" bigint, "to" bigint, closed boolean) where g.id = x.id;
  end if;
  if p ? 'differences' then
    perform difference_noted(w, kind, a, 'sms', s) from jsonb_to_recordset(p -> 'differences') as x (w bigint, kind text, a bigint, s bigint);
  end if;
  if p ? 'release' then perform usage_release(p -> 'release'); end if;
  if p ? 'usage' then perform usage_add(p -> 'usage'); end if;
  if p ? 'stats' then
    insert into stats_batches (hours, merchants, operators, completed_counts, completed_amounts, fees)
      select array_agg(h), array_agg(m), array_agg(o), array_agg(n), array_agg(a), array_agg(f)
      from jsonb_to_recordset(p -> 'stats') as x (h timestamptz, m bigint, o text, n int, a bigint, f bigint);
  end if;
  if p ? 'events' then
    insert into order_events (id, object_type, object_id, kind, actor_type, actor_id, account, data)
      select id, type, oid, kind, at, aid, account, data from jsonb_to_recordset(p -> 'events') as x (id bigint, type text, oid bigint, kind text, at text, aid bigint, account text, data jsonb);
  end if;
  if p ? 'alerts' then
    insert into alerts (id, kind, object_type, object_id, merchant_id, amount, data)
      select id, kind, type, oid, m, a, data from jsonb_to_recordset(p -> 'alerts') as x (id bigint, kind text, type text, oid bigint, m bigint, a bigint, data jsonb)
      on conflict (kind, object_type, coalesce(object_id, 0)) where status in ('open', 'claimed', 'muted')
      do update set amount = excluded.amount, data = excluded.data, version = alerts.version + 1;
  end if;
end $$;

-- Writes what a batch of messages, or a person, decided. Each set by columns (m: messages, k: identity keys, b: bookings, u: used
-- TrxIDs, p: orders, l: legs, o: notifications, c: chains); what is rare comes as documents in p_rest. Last, the books of the
-- wallets whose continuity moved on are held against what their operators printed.
create or replace function settle_write(
    m_id bigint[], m_wallet bigint[], m_device bigint[], m_operator text[], m_class text[], m_kind text[], m_direction text[], m_amount bigint[], m_fee bigint[], m_commission bigint[],
    m_extra bigint[], m_balance bigint[], m_operator_time timestamptz[], m_sent timestamptz[], m_received timestamptz[], m_status text[], m_payment bigint[], m_chain text[],
    m_rule_version int[], m_origin text[], m_txn bigint[], m_suspense boolean[], m_held timestamptz[],
    m_sender text[], m_text text[], m_trx_id text[], m_trx_key text[], m_counterparty text[], m_reference text[], m_rule text[], m_reasons text[], m_evidence text[],
    k_key text[], k_sms bigint[],
    b_wallet bigint[], b_kind text[], b_sms bigint[], b_key text[],
    u_operator text[], u_direction text[], u_type text[], u_id bigint[], u_sms bigint[], u_amount bigint[], u_wallet bigint[], u_key text[],
    p_id bigint[], p_version int[], p_status text[], p_received bigint[], p_fee bigint[], p_message bigint[], p_paid timestamptz[], p_notify text[],
    p_reason text[], p_trx_id text[], p_trx_key text[], p_account text[],
    l_t bigint[], l_i bigint[], l_a bigint[], l_d bigint[], l_k text[], l_rt text[], l_rid bigint[], l_m bigint[], l_n text[],
    o_id bigint[], o_merchant bigint[], o_object_type text[], o_object bigint[], o_type text[], o_status text[], o_next timestamptz[], o_give_up timestamptz[], o_url text[], o_body text[],
    c_wallet bigint[], c_balance bigint[], c_sms bigint[], c_time timestamptz[], c_real bigint[], c_real_at timestamptz[], c_frozen boolean[], c_frozen_reason text[],
    p_rest jsonb) returns void
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_count int;
  v_messages bigint[];
begin
  if cardinality(m_id) > 0 then
    insert into sms (id, wallet_id, device_id, operator, sender, text, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference,
                     operator_time, sent_at, received_at, match_status, payment_id, chain, reasons, evidence, rule_id, rule_version, origin, booked_txn, in_suspense, held_until)
      select m_id[n], m_wallet[n], m_device[n], m_operator[n], m_sender[n], m_text[n], m_class[n], m_kind[n], m_direction[n], m_amount[n], m_fee[n],
             m_commission[n], m_extra[n], m_balance[n], m_trx_id[n], m_trx_key[n], m_counterparty[n], m_reference[n], m_operator_time[n], m_sent[n],
             m_received[n], m_status[n], m_payment[n], m_chain[n], coalesce(m_reasons[n]::text[], '{}'), coalesce(m_evidence[n]::jsonb, '[]'), m_rule[n], m_rule_version[n], m_origin[n],
             m_txn[n], m_suspense[n], m_held[n]
      from generate_series(1, cardinality(m_id)) n;
  end if;
  if cardinality(k_key) > 0 then
    insert into sms_keys (key, sms_id) select decode(k_key[n], 'hex'), k_sms[n] from generate_series(1, cardinality(k_key)) n
      on conflict (key) do update set at = now() where sms_keys.at < now() - interval '10 minutes';
  end if;
  if p_rest is not null then
    select array_agg(id) into v_messages from jsonb_to_recordset(p_rest -> 'sms_updates') as x (id bigint);
    if v_messages is not null then
      update sms s set match_status = x.match_status, payment_id = coalesce(x.payment_id, s.payment_id), chain = coalesce(x.chain, s.chain), reasons = coalesce(x.reasons, s.reasons),
          booked_txn = coalesce(x.booked_txn, s.booked_txn), in_suspense = coalesce(x.in_suspense, s.in_suspense), held_until = x.held_until, processed = true, version = s.version + 1
        from jsonb_to_recordset(p_rest -> 'sms_updates') as x (id bigint, version int, match_status text, payment_id bigint, chain text, reasons text[], booked_txn bigint, in_suspense boolean,
          held_until timestamptz)
        where s.id = x.id and s.version = x.version and s.id = any (v_messages);
      get diagnostics v_count = row_count;
      if v_count <> jsonb_array_length(p_rest -> 'sms_updates') then raise exception 'a message changed meanwhile' using errcode = '40001'; end if;
    end if;
  end if;
  if cardinality(b_wallet) > 0 then
    insert into sms_bookings (wallet_id, kind, trx_key, sms_id) select b_wallet[n], b_kind[n], b_key[n], b_sms[n] from generate_series(1, cardinality(b_wallet)) n;
  end if;
  if cardinality(u_key) > 0 then
    insert into trx_used (operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id)
      select u_operator[n], u_key[n], u_direction[n], u_type[n], u_id[n], u_sms[n], u_amount[n], u_wallet[n] from generate_series(1, cardinality(u_key)) n;
  end if;
  if cardinality(p_id) > 0 then
    v_count := settle_write_payments(p_id, p_version, p_status, p_received, p_fee, p_message, p_paid, p_notify, p_reason, p_trx_id, p_trx_key, p_account);
    if v_count <> cardinality(p_id) then raise exception 'an order changed meanwhile' using errcode = '40001'; end if;
    perform open_orders_close(p_id);
    update order_trx t set open = false from unnest(p_id, p_status) as x (id, status)
      where t.payment_id = x.id and t.open and x.status in ('completed', 'rejected', 'cancelled');
  end if;
  if 'none' <> any (o_status) then
    insert into outbox (id, merchant_id, object_type, object_id, type, url, body, status, next_at, give_up_at)
      select o_id[n], o_merchant[n], o_object_type[n], o_object[n], o_type[n], o_url[n], o_body[n], o_status[n], o_next[n], o_give_up[n]
      from generate_series(1, cardinality(o_id)) n where o_status[n] <> 'none';
  end if;
  if 'none' = any (o_status) then
    insert into deliveries (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log)
      select o_id[n], o_merchant[n], o_object_type[n], o_object[n], o_type[n], o_url[n], o_body[n], o_status[n], 0, '[]'
      from generate_series(1, cardinality(o_id)) n where o_status[n] = 'none';
  end if;
  if cardinality(c_wallet) > 0 then
    update wallet_chain c set balance = c_balance[x.n], last_sms_id = coalesce(c_sms[x.n], c.last_sms_id), last_operator_time = coalesce(c_time[x.n], c.last_operator_time),
        real_balance = coalesce(c_real[x.n], c.real_balance), real_balance_at = case when c_real[x.n] is null then c.real_balance_at else c_real_at[x.n] end,
        payouts_frozen = c.payouts_frozen or c_frozen[x.n], payouts_frozen_reason = case when c_frozen[x.n] and coalesce(c.payouts_frozen_reason, '') not in ('gap', 'reversal') then c_frozen_reason[x.n] else c.payouts_frozen_reason end
      from (select n, c_wallet[n] as wallet from generate_series(1, cardinality(c_wallet)) n) x where c.wallet_id = x.wallet;
  end if;
  -- The accounts are shared with the batch of the other lane, which waits for them until this one is committed: as late as can be.
  if cardinality(l_i) > 0 then perform ledger_write(l_t, l_i, l_a, l_d, l_k, l_rt, l_rid, l_m, l_n); end if;
  if p_rest is not null then perform settle_write_rest(p_rest); end if;
  if cardinality(c_wallet) > 0 then perform books_checked(c_wallet); end if;
end $$;

-- True while a movement of this object waits for its message: what was said of it may still be corrected by the message.
create function is_unreported(p_type text, p_id bigint) returns boolean language sql stable as $$
  select exists (select 1 from unreported_movements where object_type = p_type and object_id = p_id and ended_at is null);
$$;

-- A final order never changes what it was settled by; only its own message corrects a TrxID, and a cost, that had merely been said.
create or replace function payments_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'completed'), ('pending', 'review'), ('pending', 'expired'), ('pending', 'cancelled'),
    ('review', 'completed'), ('review', 'rejected'), ('review', 'expired'), ('expired', 'completed'), ('expired', 'review'), ('cancelled', 'completed')) then
    raise exception 'payment cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if new.amount <> old.amount or new.merchant_id <> old.merchant_id or new.wallet_id <> old.wallet_id
     or new.merchant_order_id <> old.merchant_order_id or new.operator <> old.operator
     or (old.status = 'completed' and ((new.received_amount, new.fee) is distinct from (old.received_amount, old.fee) or new.trx_key is distinct from old.trx_key and not is_unreported('payment', old.id))) then
    raise exception 'this column of a payment never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace function disburses_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and not exists (select from disburse_edges where from_status = old.status and to_status = new.status) then
    raise exception 'disburse cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if new.amount <> old.amount or new.merchant_id <> old.merchant_id or new.customer <> old.customer
     or new.merchant_order_id <> old.merchant_order_id or new.operator <> old.operator or new.fee <> old.fee
     or (old.status = 'completed' and ((new.wallet_id, new.paid_at) is distinct from (old.wallet_id, old.paid_at) or new.trx_key is distinct from old.trx_key and not is_unreported('disburse', old.id))) then
    raise exception 'this column of a disburse never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace function transfers_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'processing'), ('pending', 'cancelled'), ('processing', 'completed'), ('processing', 'failed')) then
    raise exception 'transfer cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.kind, new.from_wallet_id, new.to_wallet_id, new.amount, new.expected_cost, new.maker) is distinct from
     (old.kind, old.from_wallet_id, old.to_wallet_id, old.amount, old.expected_cost, old.maker)
     or (old.status = 'completed' and ((new.out_at, new.in_at) is distinct from (old.out_at, old.in_at)
       or new.cost <> old.cost and (new.out_sms_id, new.in_sms_id) is not distinct from (old.out_sms_id, old.in_sms_id))) then
    raise exception 'this column of a transfer never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace function withdrawals_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'approved'), ('pending', 'rejected'), ('approved', 'paid'), ('approved', 'rejected')) then
    raise exception 'withdrawal cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.merchant_id, new.receiving_account, new.amount, new.note, new.submitter, new.max_available) is distinct from
     (old.merchant_id, old.receiving_account, old.amount, old.note, old.submitter, old.max_available)
     or (old.status = 'paid' and ((new.reference, new.wallet_id) is distinct from (old.reference, old.wallet_id)
       or (new.cost, new.trx_key) is distinct from (old.cost, old.trx_key) and not (old.sms_id is null and new.sms_id is not null))) then
    raise exception 'this column of a withdrawal never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  -- A used TrxID is proven and given back by the two functions alone.
  execute format('revoke update (sms_id) on trx_used from %I', v_app);
  execute format('grant select, insert on unreported_movements, wallet_differences to %I', v_app);
  execute format('grant update (trx_id, trx_key, contradicted_by, ended_at, ended_by, sms_id) on unreported_movements to %I', v_app);
  execute format('grant update (amount, closed_at) on wallet_differences to %I', v_app);
  execute format('revoke all on function trx_prove(text, text, text, text, bigint, bigint, bigint, bigint), trx_unclaim(text, text, text, text, bigint) from public');
  execute format('grant execute on function difference_noted(bigint, text, bigint, text, bigint), books_checked(bigint[]), wallet_free(bigint), is_unreported(text, bigint), trx_prove(text, text, text, text, bigint, bigint, bigint, bigint), trx_unclaim(text, text, text, text, bigint) to %I', v_app);
end $$;
