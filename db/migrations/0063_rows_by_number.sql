-- What a batch brings along came as one table of all its columns: `unnest` of 32 arrays keeps 32 lists of its own and takes a
-- row out of each of them, 3.7 µs a message. An array that a function was given is opened once, and its elements are asked
-- for by their number: less than half of that. The rows of a set are counted by a column that is never null; one that holds nulls
-- only may come empty, because what lies behind an array's end is null.

-- The sum of amounts in minor units. PostgreSQL's own sum of bigint is numeric and made anew for every line of a running sum;
-- this one is a bigint, and what does not fit into it is an error.
create aggregate sum_minor(bigint) (sfunc = int8pl, stype = bigint, parallel = safe, combinefunc = int8pl);

-- The only writer of entries, by columns: t transaction, i entry, a account, d signed change, k kind, rt and rid reference,
-- m merchant, n note; in order. Locks the accounts in id order, takes sequence and before-balance from their rows, updates each once.
create or replace function ledger_write(p_t bigint[], p_i bigint[], p_a bigint[], p_d bigint[], p_k text[], p_rt text[], p_rid bigint[], p_m bigint[], p_n text[]) returns void
  language plpgsql security definer set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform id from accounts where id = any (p_a) order by id for no key update;
  insert into entries (id, account_id, seq, txn_id, kind, amount, normal, before_balance, after_balance, ref_type, ref_id, merchant_id, note)
    select p_i[x.ord], x.a, x.seq + x.place, p_t[x.ord], p_k[x.ord], x.d, x.normal, x.balance + x.run - x.d, x.balance + x.run, p_rt[x.ord], p_rid[x.ord], p_m[x.ord], p_n[x.ord]
    from (
      select l.ord, l.a, l.d, acc.seq, acc.balance, acc.normal, row_number() over w as place, sum_minor(l.d) over w as run
      from (select ord, p_a[ord] as a, p_d[ord] as d from generate_series(1, cardinality(p_i)) ord) l
      cross join lateral (select seq, balance, normal from accounts where accounts.id = l.a limit 1) acc
      window w as (partition by l.a order by l.ord rows unbounded preceding)
    ) x;
  update accounts acc set balance = acc.balance + s.change, seq = acc.seq + s.count
    from (select a, sum_minor(d) as change, count(*) as count from (select p_a[ord] as a, p_d[ord] as d from generate_series(1, cardinality(p_i)) ord) l group by a) s
    where acc.id = s.a;
end $$;

create or replace function entries_zero_sum() returns trigger language plpgsql as $$
begin
  if exists (select 1 from new_rows group by txn_id having public.sum_minor(amount * normal) <> 0) then
    raise exception 'ledger transaction does not sum to zero' using errcode = 'FD001';
  end if;
  return null;
end $$;

-- Changes the orders of a batch that still have the version they were read with; answers how many there were. A function that
-- is called by another says all of the methods that it means.
create or replace function settle_write_payments(
    p_id bigint[], p_version int[], p_status text[], p_received bigint[], p_fee bigint[], p_message bigint[], p_paid timestamptz[], p_notify text[],
    p_reason text[], p_trx_id text[], p_trx_key text[], p_account text[]) returns int
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = on set enable_nestloop = off set enable_mergejoin = off
  set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_count int;
  v_low bigint := (select min(i) from unnest(p_id) i);
  v_high bigint := (select max(i) from unnest(p_id) i);
begin
  update payments t set status = p_status[x.n], reason = p_reason[x.n], received_amount = p_received[x.n], fee = p_fee[x.n], trx_id = p_trx_id[x.n], trx_key = p_trx_key[x.n],
      message_id = p_message[x.n], paid_at = p_paid[x.n],
      staff = case when p_account[x.n] is null or p_account[x.n] = any (t.staff) then t.staff else t.staff || p_account[x.n] end,
      notify_status = p_notify[x.n], notify_next_at = p_paid[x.n], version = t.version + 1
    from (select n, p_id[n] as id, p_version[n] as version from generate_series(1, cardinality(p_id)) n) x
    where t.id = x.id and t.version = x.version and t.id = any (p_id) and t.id between v_low and v_high;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Locks the wallets of a batch in id order, then the open orders that could be meant, and answers everything the decision needs.
-- Messages by columns: w wallet, a amount, o operator, t TrxID key, r reference, rid the reference read as a public id. What is
-- locked is read with its lock, not a second time; after a wait that is the newest version of it.
create or replace function settle_read(p_wallets bigint[], p_keys text[], m_w bigint[], m_a bigint[], m_o text[], m_t text[], m_r text[], m_rid bigint[], p_late timestamptz) returns json
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_orders bigint[];
  v_low bigint;
  v_high bigint;
  v_chains json;
  v_open json;
begin
  select json_agg(json_build_object('w', c.wallet_id, 'b', c.balance, 's', c.last_sms_id, 'f', c.payouts_frozen)) into v_chains from (
    select wallet_id, balance, last_sms_id, payouts_frozen from wallet_chain where wallet_id = any (p_wallets) order by wallet_id for no key update) c;
  select array_agg(distinct id), min(id), max(id) into v_orders, v_low, v_high from (
    select id from open_orders_on(m_w, m_a, p_late) id
    union all
    select ot.payment_id from unnest(m_o, m_t) as x (o, t) cross join lateral (select payment_id from order_trx q where q.operator = x.o and q.trx_key = x.t and q.open limit 1) ot
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
    'gaps', (select json_agg(json_build_object('id', g.id, 'w', g.wallet_id, 'from', g.from_balance, 'to', g.to_balance)) from wallet_gaps g where g.wallet_id = any (p_wallets) and g.closed_at is null),
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

-- Writes what a batch of messages, or a person, decided. Each set by columns (m: messages, k: identity keys, b: bookings, u: used
-- TrxIDs, p: orders, l: legs, o: notifications, c: chains); what is rare comes as documents in p_rest.
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
             m_received[n], m_status[n], m_payment[n], m_chain[n], m_reasons[n]::text[], m_evidence[n]::jsonb, m_rule[n], m_rule_version[n], m_origin[n],
             m_txn[n], m_suspense[n], m_held[n]
      from generate_series(1, cardinality(m_id)) n;
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
        payouts_frozen = c.payouts_frozen or c_frozen[x.n], payouts_frozen_reason = case when c_frozen[x.n] then c_frozen_reason[x.n] else c.payouts_frozen_reason end
      from (select n, c_wallet[n] as wallet from generate_series(1, cardinality(c_wallet)) n) x where c.wallet_id = x.wallet;
  end if;
  -- The accounts are shared with the batch of the other lane, which waits for them until this one is committed: as late as can be.
  if cardinality(l_i) > 0 then perform ledger_write(l_t, l_i, l_a, l_d, l_k, l_rt, l_rid, l_m, l_n); end if;
  if p_rest is not null then perform settle_write_rest(p_rest); end if;
end $$;

-- Writes the orders of a batch by the same means.
create or replace function intake_write(
    p_id bigint[], p_merchant bigint[], p_operator text[], p_wallet bigint[], p_amount bigint[], p_rate int[], p_fixed bigint[], p_min bigint[], p_max bigint[],
    p_customer text[], p_expires timestamptz[], p_ip text[], p_hash text[], p_key text[], p_user text[], p_url text[], p_metadata text[], p_routing text[],
    u_wallet bigint[], u_amount bigint[], u_count int[], u_day date[], u_month date[], u_first timestamptz[], u_last timestamptz[],
    s_hour timestamptz[], s_merchant bigint[], s_operator text[], s_count int[], s_amount bigint[], p_idempotency jsonb, p_rules jsonb) returns void
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set search_path = public, pg_temp as $$
declare
  v_count int;
begin
  if cardinality(p_id) > 0 then
    -- First, because it is what may be refused: then the least has been done in vain.
    insert into open_payments (payment_id, wallet_id, amount, payer)
      select p_id[n], p_wallet[n], p_amount[n], coalesce(p_customer[n], '') from generate_series(1, cardinality(p_id)) n;
    insert into merchant_order_keys (merchant_id, direction, key, order_id)
      select p_merchant[n], 'payment', p_key[n], p_id[n] from generate_series(1, cardinality(p_id)) n;
    insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee_rate_bps, fee_fixed, fee_min, fee_max, customer, user_ref,
                          expires_at, remote_ip, notify_url, metadata, routing, request_hash)
      select p_id[n], p_merchant[n], p_key[n], p_operator[n], p_wallet[n], p_amount[n], p_rate[n], p_fixed[n], p_min[n], p_max[n], p_customer[n], p_user[n],
             p_expires[n], p_ip[n], p_url[n], p_metadata[n]::jsonb, p_routing[n]::json, decode(p_hash[n], 'hex')
      from generate_series(1, cardinality(p_id)) n;
    update wallet_usage u set
        day_amount = case when u.day = x.d then u.day_amount else 0 end + x.a, day_count = case when u.day = x.d then u.day_count else 0 end + x.n, day = x.d,
        month_amount = case when u.month = x.mo then u.month_amount else 0 end + x.a, month_count = case when u.month = x.mo then u.month_count else 0 end + x.n, month = x.mo,
        last_used_at = greatest(u.last_used_at, x.l)
      from unnest(u_wallet, u_amount, u_count, u_day, u_month, u_first, u_last) as x (w, a, n, d, mo, f, l)
      join wallets limits on limits.id = x.w
      where u.wallet_id = x.w and u.direction = 'in' and u.day <= x.d and u.month <= x.mo
        and case when u.day = x.d then u.day_amount else 0 end + x.a <= coalesce(limits.daily_max, 9223372036854775807)
        and case when u.day = x.d then u.day_count else 0 end + x.n <= coalesce(limits.daily_count_max, 2147483647)
        and case when u.month = x.mo then u.month_amount else 0 end + x.a <= coalesce(limits.month_max, 9223372036854775807)
        and case when u.month = x.mo then u.month_count else 0 end + x.n <= coalesce(limits.month_count_max, 2147483647)
        and (coalesce(limits.cool_interval, 0) = 0 or u.last_used_at is null or u.last_used_at + make_interval(secs => limits.cool_interval) <= x.f);
    get diagnostics v_count = row_count;
    if v_count <> cardinality(u_wallet) then raise exception 'the limits of a wallet have moved' using errcode = '40001'; end if;
    insert into stats_batches (hours, merchants, operators, created_counts, created_amounts) values (s_hour, s_merchant, s_operator, s_count, s_amount);
  end if;
  if p_idempotency is not null then
    insert into idempotency_keys (actor, route, key, body_hash, status, response)
      select ia, ir, ik, decode(h, 'hex'), s, r from jsonb_to_recordset(p_idempotency) as x (ia text, ir text, ik text, h text, s int, r text);
  end if;
  if p_rules is not null then
    insert into order_fee_rules (order_id, tiers, rate_bps, fixed)
      select id, tiers, rate, fixed from jsonb_to_recordset(p_rules) as x (id bigint, rate int, fixed bigint, tiers jsonb);
  end if;
end $$;

-- The business day of an id: whole milliseconds, the eight hours that Shanghai has been ahead since 1991, whole days. The time
-- zone was asked for each entry that was added up.
create or replace function business_day(p_id bigint) returns date language sql immutable parallel safe as $$
  select date '1970-01-01' + (((p_id >> 12) + 1577836800000 + 28800000) / 86400000)::int;
$$;

-- Adds up at most p_limit entries of one account that lie behind what is added up; answers how many it took. Entries are summed
-- as they are read, once for days and flows; they were stored, sorted and read three times.
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
        case when v_kind = 'wallet' then v_owner
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
