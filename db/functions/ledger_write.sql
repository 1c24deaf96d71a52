-- The only writer of entries, by columns. Whoever calls it is in the same transaction; nothing else may insert entries.
-- The accounts are changed first, each once; a change takes the row's lock, so no pass that only locks goes before it, and what the row
-- held before follows from what it holds then. An account is found by both bounds of its id: by equality the planner could bring accounts
-- and sums together in any order. The difference says that it is one account, so that the planner does not make room for a ninth of them.
-- Entries of an account follow one another in the order of their ids, which are those that were given, unless one of them lies below what
-- the account holds already: then the account's entries of this call get new ids (entry_ids_again), told from its last one.
-- Locks: the accounts' rows by id. Answers nothing; every line is written, or none.
-- FD007: an account does not exist. FD001: a transaction does not sum to zero. 23514: an account would go below zero that may not.
-- 25001: the caller's transaction reads one snapshot throughout, which may be older than the horizon.
create or replace function ledger_write(leg_txns bigint[], leg_entries bigint[], leg_accounts bigint[], leg_changes bigint[], leg_kinds text[], leg_ref_types text[], leg_refs bigint[], leg_merchants bigint[], leg_notes text[]) returns void
  language plpgsql security definer
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = on
  set enable_mergejoin = off set enable_bitmapscan = off set search_path = pg_catalog, public, pg_temp as $$
declare
  v_written int;
  v_floor bigint;
  -- A business day of ids, and where the first one begins: eight hours before the first id.
  c_day constant bigint := 86400000::bigint << 12;
  c_first constant bigint := -28800000::bigint * 4096;
begin
  if cardinality(leg_entries) = 0 then return; end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'entries are written at read committed' using errcode = '25001';
  end if;
  perform pg_current_xact_id();
  select greatest(h.before_id, c_first + (x.last - c_first) / c_day * c_day) into v_floor
    from (select max(i) as last from unnest(leg_entries) i) x left join ledger_horizon h on h.id = 1;
  for v_try in 1..3 loop
  with changed as (
    update accounts acc set balance = acc.balance + s.change, seq = acc.seq + s.count,
        last_entry_id = case when s.first > acc.last_entry_id and s.first >= v_floor then s.last
          else entry_ids_again(greatest(acc.last_entry_id, s.last, v_floor - 1), s.count) end
      from (select a, sum_minor(d) as change, count(*) as count, min(i) as first, max(i) as last
              from (select leg_accounts[ord] as a, leg_changes[ord] as d, leg_entries[ord] as i from generate_series(1, cardinality(leg_entries)) ord) l group by a order by a) s
      where acc.id >= s.a and acc.id <= s.a and acc.id - s.a = 0
      returning acc.id, acc.normal, acc.balance - s.change as balance, acc.seq - s.count as seq, s.count, s.first,
        acc.last_entry_id as last, acc.last_entry_id <> s.last as again
  )
  insert into entries (id, account_id, seq, txn_id, kind, amount, normal, before_balance, after_balance, ref_type, ref_id, merchant_id, note)
    select case when x.again then entry_id_in(entry_block(x.last) - ((x.count - 1) >> 2) + ((x.place - 1) >> 2), (x.place - 1) & 3) else leg_entries[x.ord] end,
        x.a, x.seq + x.place, leg_txns[x.ord], leg_kinds[x.ord], x.d, x.normal, x.balance + x.run - x.d, x.balance + x.run, leg_ref_types[x.ord], leg_refs[x.ord], leg_merchants[x.ord], leg_notes[x.ord]
    from (
      select l.ord, l.a, l.d, c.seq, c.balance, c.normal, c.count, c.last, c.again, row_number() over w as place, sum_minor(l.d) over w as run
      from (select ord, leg_accounts[ord] as a, leg_changes[ord] as d, leg_entries[ord] as i from generate_series(1, cardinality(leg_entries)) ord) l
      join changed c on c.id = l.a
      window w as (partition by l.a order by l.i rows unbounded preceding)
    ) x
    where (select (min(case when again then entry_id_in(entry_block(last) - ((count - 1) >> 2), 0) else first end) - c_first) / c_day = (max(last) - c_first) / c_day
           from changed);
  get diagnostics v_written = row_count;
  exit when v_written > 0;
  -- The accounts are held: what they were given is taken back, and the floor is the day of the last of them.
  update accounts acc set balance = acc.balance - s.change, seq = acc.seq - s.count
    from (select a, sum_minor(d) as change, count(*) as count from (select leg_accounts[ord] as a, leg_changes[ord] as d from generate_series(1, cardinality(leg_entries)) ord) l group by a order by a) s
    where acc.id = s.a;
  select c_first + (max(last_entry_id) - c_first) / c_day * c_day into v_floor from accounts where id = any (leg_accounts);
  end loop;
  if v_written <> cardinality(leg_entries) then raise exception 'an account of a ledger line does not exist' using errcode = 'FD007'; end if;
end $$;

revoke all on function ledger_write from public;
grant execute on function ledger_write to :"app_role";
