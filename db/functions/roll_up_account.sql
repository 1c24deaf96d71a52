-- Adds up at most p_limit entries of one account that lie behind what is added up already, into account_days and wallet_flows.
-- Entries of an account commit in the order of their numbers and without a gap, because their writer holds the account's row: what is
-- behind `seq` can neither be missed nor counted twice. They are summed as they are read, once for days and flows. Whose wallet an
-- entry of a shared account belongs to is looked up in the statement for orders, nearly all of them; what is rare asks wallet_of.
-- Locks: the account's row of ledger_rollup, then rows of account_days by day and of wallet_flows by key.
-- Answers how many entries it took; 0 when there is nothing behind.
-- FD005: an entry is missing between two numbers.
create or replace function roll_up_account(p_account bigint, p_limit int) returns int
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set search_path = public, pg_temp as $$
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
            case when e.ref_type = 'payment' and v_kind = 'fees' then (select p.wallet_id from payments p where p.id = e.ref_id)
              when e.ref_type = 'disburse' then (select d.wallet_id from disburses d where d.id = e.ref_id)
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

revoke all on function roll_up_account from public;
grant execute on function roll_up_account to :"app_role";
