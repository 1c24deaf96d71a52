-- Double entry: accounts, append-only entries partitioned by month, one writer (decisions 20 and 21).

create table accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('wallet', 'merchant', 'hold', 'fees', 'operator_costs', 'suspense', 'unexplained', 'commissions', 'b2b', 'settlement', 'adjustments')),
  -- Wallet id, merchant id, or the lane of the fee income; 0 where there is one account only.
  owner_id bigint not null default 0,
  operator text not null default '',
  -- 1: debit side, -1: credit side.
  normal smallint not null check (normal in (1, -1)),
  balance bigint not null default 0,
  seq bigint not null default 0 check (seq >= 0),
  may_go_negative boolean not null,
  unique (kind, owner_id, operator),
  check (balance >= 0 or may_go_negative)
) with (fillfactor = 50);

create table entries (
  id bigint not null,
  account_id bigint not null,
  seq bigint not null,
  txn_id bigint not null,
  kind text not null,
  -- Signed change on the account's own side: a payment of 10.00 is +1000 for wallet and merchant alike.
  amount bigint not null,
  normal smallint not null,
  before_balance bigint not null,
  after_balance bigint not null,
  ref_type text not null,
  ref_id bigint not null,
  merchant_id bigint,
  note text,
  primary key (id),
  check (after_balance = before_balance + amount),
  check (amount <> 0)
) partition by range (id);
-- Unique (account_id, seq) stands on each partition: a unique key cannot span them (decision 20); see make_partitions_between.
create index entries_merchant on entries (merchant_id, id) where merchant_id is not null;
create index entries_ref on entries (ref_id);

create function entries_zero_sum() returns trigger language plpgsql as $$
begin
  if exists (select 1 from new_rows group by txn_id having sum(amount * normal) <> 0) then
    raise exception 'ledger transaction does not sum to zero' using errcode = 'FD001';
  end if;
  return null;
end $$;
create trigger entries_zero_sum after insert on entries referencing new table as new_rows
  for each statement execute function entries_zero_sum();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are append-only', tg_table_name using errcode = 'FD002';
end $$;
create trigger entries_append_only before update or delete on entries for each row execute function refuse_change();
create trigger entries_no_truncate before truncate on entries for each statement execute function refuse_change();

-- The only writer. p_legs: [{t: transaction id, i: entry id, a: account id, d: signed change, k: kind, rt, rid: reference, m: merchant id, n: note}],
-- in order. Locks the accounts in id order, takes sequence and before-balance from their rows, updates each once.
-- The caller is any function or statement of the same transaction; nothing else may insert entries.
create function ledger_post(p_legs jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform id from accounts where id in (select (leg ->> 'a')::bigint from jsonb_array_elements(p_legs) leg) order by id for no key update;
  insert into entries (id, account_id, seq, txn_id, kind, amount, normal, before_balance, after_balance, ref_type, ref_id, merchant_id, note)
    select x.i, x.a, acc.seq + row_number() over w, x.t, x.k, x.d, acc.normal,
           acc.balance + sum(x.d) over w - x.d, acc.balance + sum(x.d) over w, x.rt, x.rid, x.m, x.n
    from rows from (jsonb_to_recordset(p_legs) as (t bigint, i bigint, a bigint, d bigint, k text, rt text, rid bigint, m bigint, n text))
         with ordinality as x (t, i, a, d, k, rt, rid, m, n, ord)
    join accounts acc on acc.id = x.a
    window w as (partition by x.a order by x.ord rows unbounded preceding);
  update accounts acc set balance = acc.balance + s.change, seq = acc.seq + s.count
    from (select a, sum(d)::bigint as change, count(*) as count from jsonb_to_recordset(p_legs) as l (a bigint, d bigint) group by a) s
    where acc.id = s.a;
end $$;

-- Accounts are made with their wallet or merchant, through this function only.
create function account_open(p_kind text, p_owner bigint, p_operator text) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_id bigint;
begin
  insert into accounts (kind, owner_id, operator, normal, may_go_negative)
    values (p_kind, p_owner, p_operator,
            case when p_kind in ('wallet', 'operator_costs', 'unexplained', 'b2b', 'settlement', 'adjustments') then 1 else -1 end,
            p_kind not in ('merchant', 'hold', 'suspense'))
    on conflict (kind, owner_id, operator) do nothing returning id into v_id;
  if v_id is null then
    select id into v_id from accounts where kind = p_kind and owner_id = p_owner and operator = p_operator;
  end if;
  return v_id;
end $$;

-- A reversal may take a merchant below zero (decision 8); only this call can allow it.
create function account_allow_negative(p_account bigint) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update accounts set may_go_negative = true where id = p_account and kind = 'merchant';
$$;
