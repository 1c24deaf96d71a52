-- Entries of an account rise by id as they rise by number, so that a list in the order of ids links row to row. An id is minted
-- before its call waits for the account's row; whoever was overtaken meanwhile comes with an id below one that is already there.
-- The account remembers the id of its last entry, and such a call's entries of that account get new ids just behind it, under the
-- same row's lock.
--
-- The new ids lie where the minter makes none: of the 512 places that a node has in a millisecond it uses the lower half, so the
-- eight nodes leave 2,048 places in each: 512 blocks of four. `entries_again` holds the last block that was given away, counted from
-- the first millisecond on, and only ever goes forward: no id is given twice. A call takes a block for each four of its entries.
create sequence entries_again as bigint;

alter table accounts add column last_entry_id bigint not null default 0;
-- An upper bound of each account's entries, found without reading them.
update accounts set last_entry_id = coalesce((select max(id) from entries), 0);

-- The id of one of the four lines of a block, and the block of such an id.
create function entry_id_in(p_block bigint, p_line bigint) returns bigint language sql immutable parallel safe as $$
  select ((p_block >> 9) << 12) | (((p_block & 511) >> 6) << 9) | 256 | ((p_block & 63) << 2) | p_line;
$$;
create function entry_block(p_id bigint) returns bigint language sql immutable parallel safe as $$
  select ((p_id >> 12) << 9) | (((p_id >> 9) & 7) << 6) | ((p_id >> 2) & 63);
$$;

-- Takes blocks for so many entries behind an id, and answers the id of the last of them. The lock is held for one expression, whose
-- parts are worked out from left to right: nothing can be cancelled in between, and nobody waits for anything while holding it.
create function entry_ids_again(p_after bigint, p_count bigint) returns bigint
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  v_locked text;
  v_last bigint;
  v_freed boolean;
begin
  select pg_advisory_lock(4174)::text,
         setval('entries_again', greatest(nextval('entries_again'), ((p_after >> 12) + 1) << 9) + ((p_count + 3) >> 2) - 1),
         pg_advisory_unlock(4174)
    into v_locked, v_last, v_freed;
  return entry_id_in(v_last, (p_count - 1) & 3);
end $$;

-- The only writer of entries, by columns: t transaction, i entry, a account, d signed change, k kind, rt and rid reference,
-- m merchant, n note. The accounts are changed first, in id order, each once; a change takes the row's lock, so no pass that only
-- locks goes before it, and what the row held before follows from what it holds then. An account is found by both bounds of its
-- id: by equality the planner could bring accounts and sums together in any order. The difference says that it is one account, so
-- that the planner does not make room for a ninth of them. Entries of an account follow one another in the order of their ids,
-- which are those that were given unless one of them lies below what the account holds; the account's last one then tells the
-- others. Every line given is written, or none.
create or replace function ledger_write(p_t bigint[], p_i bigint[], p_a bigint[], p_d bigint[], p_k text[], p_rt text[], p_rid bigint[], p_m bigint[], p_n text[]) returns void
  language plpgsql security definer set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = on set enable_mergejoin = off set enable_bitmapscan = off
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_written int;
begin
  with changed as (
    update accounts acc set balance = acc.balance + s.change, seq = acc.seq + s.count,
        last_entry_id = case when s.first > acc.last_entry_id then s.last else entry_ids_again(greatest(acc.last_entry_id, s.last), s.count) end
      from (select a, sum_minor(d) as change, count(*) as count, min(i) as first, max(i) as last
              from (select p_a[ord] as a, p_d[ord] as d, p_i[ord] as i from generate_series(1, cardinality(p_i)) ord) l group by a order by a) s
      where acc.id >= s.a and acc.id <= s.a and acc.id - s.a = 0
      returning acc.id, acc.normal, acc.balance - s.change as balance, acc.seq - s.count as seq, s.count, acc.last_entry_id as last, acc.last_entry_id <> s.last as again
  )
  insert into entries (id, account_id, seq, txn_id, kind, amount, normal, before_balance, after_balance, ref_type, ref_id, merchant_id, note)
    select case when x.again then entry_id_in(entry_block(x.last) - ((x.count - 1) >> 2) + ((x.place - 1) >> 2), (x.place - 1) & 3) else p_i[x.ord] end,
        x.a, x.seq + x.place, p_t[x.ord], p_k[x.ord], x.d, x.normal, x.balance + x.run - x.d, x.balance + x.run, p_rt[x.ord], p_rid[x.ord], p_m[x.ord], p_n[x.ord]
    from (
      select l.ord, l.a, l.d, c.seq, c.balance, c.normal, c.count, c.last, c.again, row_number() over w as place, sum_minor(l.d) over w as run
      from (select ord, p_a[ord] as a, p_d[ord] as d, p_i[ord] as i from generate_series(1, cardinality(p_i)) ord) l
      join changed c on c.id = l.a
      window w as (partition by l.a order by l.i rows unbounded preceding)
    ) x;
  get diagnostics v_written = row_count;
  if v_written <> cardinality(p_i) then raise exception 'an account of a ledger line does not exist' using errcode = 'FD007'; end if;
end $$;

-- What the application's role may do is what its code does, and no more. A used TrxID stays used and its message can only be
-- added; a notification leaves the outbox only as a delivered or ended one, in the two functions that also keep it; what it says
-- cannot be changed; links and keys of messages are not deleted.
alter function outbox_record(timestamptz, jsonb) security definer set search_path = pg_catalog, public, pg_temp;
alter function outbox_tidy(bigint, int) security definer set search_path = pg_catalog, public, pg_temp;
do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('revoke update on trx_used, outbox, order_trx, webhook_keys, sms_keys, stats_delta from %I', v_app);
  execute format('revoke delete on outbox, device_links, sms_keys from %I', v_app);
  execute format('grant update (sms_id) on trx_used to %I', v_app);
  execute format('grant update (status, url, by_hand, next_at, lease_until, give_up_at) on outbox to %I', v_app);
  execute format('grant update (open) on order_trx to %I', v_app);
  execute format('grant update (until_at) on webhook_keys to %I', v_app);
  execute format('grant update (at) on sms_keys to %I', v_app);
end $$;

-- A new function may be called by everybody until that is taken back, which was forgotten for some. What the application could call
-- it is given by name.
do $$
declare
  v_app text := current_setting('floatdesk.app_role');
  v_function regprocedure;
begin
  revoke all on function entry_id_in(bigint, bigint), entry_block(bigint), entry_ids_again(bigint, bigint) from public;
  for v_function in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and has_function_privilege(v_app, p.oid, 'execute') loop
    execute format('grant execute on function %s to %I', v_function, v_app);
    execute format('revoke all on function %s from public', v_function);
  end loop;
end $$;
