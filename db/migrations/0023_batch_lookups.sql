-- Joins of the hot path look up exactly the rows of their batch, whatever the statistics said when the plan was made:
-- the batch stands outside (lateral), or its ids stand beside the join (= any).

create or replace function open_payments_guard() returns trigger
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (
    select 1 from new_rows n cross join lateral (
      select 1 from open_payments o where o.wallet_id = n.wallet_id and o.amount = n.amount and o.expired_at is null and o.payment_id <> n.payment_id
        and (n.payer = '' or o.payer = '' or n.payer = o.payer) limit 1) clash
    where n.expired_at is null
  ) then
    raise exception 'another open order has this amount on this wallet' using errcode = '23505', constraint = 'open_payments_slot';
  end if;
  return null;
end $$;

create or replace function intake_open(p_operators text[], p_keys jsonb) returns jsonb
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $$
declare
  v_operator text;
begin
  for v_operator in select o from unnest(p_operators) o order by o loop
    perform pg_advisory_xact_lock(4104, hashtext(v_operator));
  end loop;
  return jsonb_build_object(
    'epoch', (select n from routing_epoch),
    'existing', (
      select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('request_hash', encode(p.request_hash, 'hex'))), '[]')
      from jsonb_to_recordset(p_keys) as x (m bigint, k text)
      cross join lateral (select order_id from merchant_order_keys mk where mk.merchant_id = x.m and mk.direction = 'payment' and mk.key = x.k limit 1) mk
      cross join lateral (select * from payments p where p.id = mk.order_id limit 1) p),
    'idempotency', (
      select coalesce(jsonb_agg(jsonb_build_object('actor', i.actor, 'route', i.route, 'key', i.key, 'hash', encode(i.body_hash, 'hex'), 'status', i.status, 'response', i.response)), '[]')
      from jsonb_to_recordset(p_keys) as x (ia text, ir text, ik text)
      cross join lateral (select * from idempotency_keys i where i.actor = x.ia and i.route = x.ir and i.key = x.ik limit 1) i
      where x.ik is not null));
end $$;

-- Bookings are looked up by wallet and TrxID, of whatever kind.
create index sms_bookings_trx on sms_bookings (wallet_id, trx_key);

create or replace function settle_open(p_wallets bigint[], p_keys text[], p_messages jsonb, p_late timestamptz) returns jsonb
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $$
declare
  v_orders bigint[];
begin
  perform wallet_id from wallet_chain where wallet_id = any (p_wallets) order by wallet_id for no key update;
  select array_agg(distinct id) into v_orders from (
    select op.payment_id as id from jsonb_to_recordset(p_messages) as x (w bigint, a bigint)
      cross join lateral (select payment_id from open_payments o where o.amount = x.a and o.wallet_id = x.w and (o.expired_at is null or o.expired_at > p_late)) op
    union all
    select ot.payment_id from jsonb_to_recordset(p_messages) as x (o text, t text) cross join lateral (select payment_id from order_trx q where q.operator = x.o and q.trx_key = x.t and q.open limit 1) ot
    union all
    select mk.order_id from jsonb_to_recordset(p_messages) as x (r text) cross join lateral (select order_id from merchant_order_keys q where q.key = x.r and q.direction = 'payment' limit 20) mk where x.r is not null
    union all
    select x.rid from jsonb_to_recordset(p_messages) as x (rid bigint) where x.rid is not null
  ) found;
  perform id from payments where id = any (v_orders) order by id for no key update;
  return jsonb_build_object(
    'known', (select coalesce(jsonb_agg(jsonb_build_object('k', encode(k.key, 'hex'), 'id', k.sms_id, 'at', extract(epoch from k.at) * 1000)), '[]')
              from unnest(p_keys) q cross join lateral (select * from sms_keys where key = decode(q, 'hex') limit 1) k),
    'chains', (select coalesce(jsonb_agg(jsonb_build_object('w', c.wallet_id, 'b', c.balance, 's', c.last_sms_id, 'f', c.payouts_frozen)), '[]') from wallet_chain c where c.wallet_id = any (p_wallets)),
    'gaps', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'w', g.wallet_id, 'from', g.from_balance, 'to', g.to_balance)), '[]') from wallet_gaps g where g.wallet_id = any (p_wallets) and g.closed_at is null),
    'orders', (select coalesce(jsonb_agg(to_jsonb(row(p.id, p.merchant_id, p.merchant_order_id, p.operator, p.wallet_id, p.amount, p.status, p.customer, p.version,
                 p.fee_rate_bps, p.fee_fixed, p.fee_min, p.fee_max, p.expires_at, p.notify_url, p.user_ref, p.metadata, p.payment_url)::settle_candidate)
                 || jsonb_build_object('trx', (select coalesce(jsonb_agg(ot.trx_key), '[]') from order_trx ot where ot.payment_id = p.id and ot.open))), '[]')
               from payments p where p.id = any (v_orders) and p.status in ('pending', 'review', 'expired')),
    'used', (select coalesce(jsonb_agg(jsonb_build_object('o', u.operator, 'k', u.trx_key, 'd', u.direction, 'type', u.object_type, 'id', u.object_id, 's', u.sms_id, 'a', u.amount, 'w', u.wallet_id)), '[]')
             from jsonb_to_recordset(p_messages) as x (o text, t text) cross join lateral (select * from trx_used q where q.operator = x.o and q.trx_key = x.t) u),
    'booked', (select coalesce(jsonb_agg(jsonb_build_object('w', b.wallet_id, 'kind', b.kind, 'k', b.trx_key, 'id', b.sms_id, 'a', s.amount, 'b', s.balance, 'd', s.direction)), '[]')
               from jsonb_to_recordset(p_messages) as x (w bigint, t text)
               cross join lateral (select * from sms_bookings q where q.wallet_id = x.w and q.trx_key = x.t) b cross join lateral (select amount, balance, direction from sms m where m.id = b.sms_id limit 1) s),
    'held', (select coalesce(jsonb_agg(to_jsonb(s) - 'text' - 'evidence' || jsonb_build_object('wallet_type', w.wallet_type)), '[]') from sms s join wallets w on w.id = s.wallet_id
             where s.match_status = 'held' and s.wallet_id = any (p_wallets)));
end $$;

create or replace function settle_apply(p jsonb) returns void
  language plpgsql set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $$
declare
  v_count int;
  v_orders bigint[];
  v_messages bigint[];
  v_wallets bigint[];
begin
  select array_agg(id) into v_orders from jsonb_to_recordset(p -> 'payments') as x (id bigint);
  select array_agg(id) into v_messages from jsonb_to_recordset(p -> 'sms_updates') as x (id bigint);
  select array_agg(w) into v_wallets from jsonb_to_recordset(p -> 'chains') as x (w bigint);
  insert into sms (id, wallet_id, device_id, operator, sender, text, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference,
                   operator_time, sent_at, received_at, match_status, payment_id, chain, reasons, evidence, rule_id, rule_version, origin, booked_txn, in_suspense, held_until)
    select id, wallet_id, device_id, operator, sender, text, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference,
           operator_time, sent_at, received_at, match_status, payment_id, chain, reasons, evidence, rule_id, rule_version, origin, booked_txn, in_suspense, held_until
    from jsonb_to_recordset(p -> 'sms') as x (id bigint, wallet_id bigint, device_id bigint, operator text, sender text, text text, class text, kind text, direction text,
      amount bigint, fee bigint, commission bigint, extra bigint, balance bigint, trx_id text, trx_key text, counterparty text, reference text, operator_time timestamptz,
      sent_at timestamptz, received_at timestamptz, match_status text, payment_id bigint, chain text, reasons text[], evidence jsonb, rule_id text, rule_version int, origin text,
      booked_txn bigint, in_suspense boolean, held_until timestamptz);
  insert into sms_keys (key, sms_id) select decode(k, 'hex'), s from jsonb_to_recordset(p -> 'keys') as x (k text, s bigint)
    on conflict (key) do update set at = now() where sms_keys.at < now() - interval '10 minutes';
  update sms s set match_status = x.match_status, payment_id = coalesce(x.payment_id, s.payment_id), chain = coalesce(x.chain, s.chain), reasons = coalesce(x.reasons, s.reasons),
      booked_txn = coalesce(x.booked_txn, s.booked_txn), in_suspense = coalesce(x.in_suspense, s.in_suspense), held_until = x.held_until, processed = true, version = s.version + 1
    from jsonb_to_recordset(p -> 'sms_updates') as x (id bigint, version int, match_status text, payment_id bigint, chain text, reasons text[], booked_txn bigint, in_suspense boolean, held_until timestamptz)
    where s.id = x.id and s.version = x.version and s.id = any (v_messages);
  get diagnostics v_count = row_count;
  if v_count <> jsonb_array_length(p -> 'sms_updates') then raise exception 'a message changed meanwhile' using errcode = '40001'; end if;
  insert into sms_bookings (wallet_id, kind, trx_key, sms_id) select w, kind, k, s from jsonb_to_recordset(p -> 'bookings') as x (w bigint, kind text, k text, s bigint);
  insert into trx_used (operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id)
    select o, k, d, type, id, s, a, w from jsonb_to_recordset(p -> 'used') as x (o text, k text, d text, type text, id bigint, s bigint, a bigint, w bigint);
  if jsonb_array_length(p -> 'linked') > 0 then
    update trx_used u set sms_id = x.s from jsonb_to_recordset(p -> 'linked') as x (o text, k text, d text, s bigint)
    where u.operator = x.o and u.trx_key = x.k and u.direction = x.d and u.sms_id is null
        and u.trx_key = any (array(select l ->> 'k' from jsonb_array_elements(p -> 'linked') l));
  end if;
  update payments t set status = x.status, reason = x.reason, received_amount = x.received, fee = x.fee, trx_id = x.trx_id, trx_key = x.trx_key, message_id = x.message_id,
      paid_at = x.paid_at, staff = case when x.account is null or x.account = any (t.staff) then t.staff else t.staff || x.account end,
      notify_status = x.notify_status, notify_next_at = x.paid_at, version = t.version + 1
    from jsonb_to_recordset(p -> 'payments') as x (id bigint, version int, status text, reason text, received bigint, fee bigint, trx_id text, trx_key text, message_id bigint,
      paid_at timestamptz, account text, notify_status text)
    where t.id = x.id and t.version = x.version and t.id = any (v_orders);
  get diagnostics v_count = row_count;
  if v_count <> jsonb_array_length(p -> 'payments') then raise exception 'an order changed meanwhile' using errcode = '40001'; end if;
  if jsonb_array_length(p -> 'disputes') > 0 then
  update payments t set disputed_at = coalesce(t.disputed_at, now()), version = t.version + 1 from jsonb_to_recordset(p -> 'disputes') as x (id bigint) where t.id = x.id and t.id = any (array(select (d ->> 'id')::bigint from jsonb_array_elements(p -> 'disputes') d));
  end if;
  delete from open_payments o where o.payment_id = any (v_orders);
  update order_trx t set open = false from jsonb_to_recordset(p -> 'payments') as x (id bigint, status text) where t.payment_id = x.id and t.open and x.status in ('completed', 'rejected', 'cancelled') and t.payment_id = any (v_orders);
  if jsonb_array_length(p -> 'legs') > 0 then perform ledger_post(p -> 'legs'); end if;
  insert into outbox (id, merchant_id, object_type, object_id, type, url, body, status, next_at, give_up_at)
    select id, merchant_id, object_type, object_id, type, url, body, status, next_at, give_up_at
    from jsonb_to_recordset(p -> 'outbox') as x (id bigint, merchant_id bigint, object_type text, object_id bigint, type text, url text, body text, status text, next_at timestamptz, give_up_at timestamptz);
  update wallet_chain c set balance = x.b, last_sms_id = coalesce(x.s, c.last_sms_id), last_operator_time = coalesce(x.t, c.last_operator_time),
      real_balance = coalesce(x.rb, c.real_balance), real_balance_at = case when x.rb is null then c.real_balance_at else x.rt end,
      payouts_frozen = c.payouts_frozen or x.f, payouts_frozen_reason = case when x.f then x.fr else c.payouts_frozen_reason end
    from jsonb_to_recordset(p -> 'chains') as x (w bigint, b bigint, s bigint, t timestamptz, rb bigint, rt timestamptz, f boolean, fr text) where c.wallet_id = x.w and c.wallet_id = any (v_wallets);
  if jsonb_array_length(p -> 'new_gaps') > 0 then
  insert into wallet_gaps (id, wallet_id, from_balance, to_balance, before_sms_id, after_sms_id, since)
    select id, w, "from", "to", b, a, now() from jsonb_to_recordset(p -> 'new_gaps') as x (id bigint, w bigint, "from" bigint, "to" bigint, b bigint, a bigint);
  end if;
  if jsonb_array_length(p -> 'gap_updates') > 0 then
  update wallet_gaps g set from_balance = coalesce(x."from", g.from_balance), to_balance = coalesce(x."to", g.to_balance), closed_at = case when x.closed then now() end, closed_by = case when x.closed then 'late message' end
    from jsonb_to_recordset(p -> 'gap_updates') as x (id bigint, "from" bigint, "to" bigint, closed boolean) where g.id = x.id;
  end if;
  if jsonb_array_length(p -> 'release') > 0 then perform usage_release(p -> 'release'); end if;
  if jsonb_array_length(p -> 'usage') > 0 then perform usage_add(p -> 'usage'); end if;
  insert into stats_delta (hour, merchant_id, operator, completed_count, completed_amount, fees)
    select h, m, o, sum(n), sum(a), sum(f) from jsonb_to_recordset(p -> 'stats') as x (h timestamptz, m bigint, o text, n int, a bigint, f bigint) group by h, m, o;
  if jsonb_array_length(p -> 'events') > 0 then
  insert into order_events (id, object_type, object_id, kind, actor_type, actor_id, account, data)
    select id, type, oid, kind, at, aid, account, data from jsonb_to_recordset(p -> 'events') as x (id bigint, type text, oid bigint, kind text, at text, aid bigint, account text, data jsonb);
  end if;
  if jsonb_array_length(p -> 'alerts') > 0 then
  insert into alerts (id, kind, object_type, object_id, merchant_id, amount, data)
    select id, kind, type, oid, m, a, data from jsonb_to_recordset(p -> 'alerts') as x (id bigint, kind text, type text, oid bigint, m bigint, a bigint, data jsonb)
    on conflict (kind, object_type, coalesce(object_id, 0)) where status in ('open', 'claimed', 'muted') do update set amount = excluded.amount, data = excluded.data, version = alerts.version + 1;
  end if;
end $$;

create or replace function ledger_post(p_legs jsonb) returns void
  language plpgsql security definer set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = pg_catalog, public, pg_temp as $$
declare
  v_accounts bigint[];
begin
  select array_agg(distinct a) into v_accounts from jsonb_to_recordset(p_legs) as l (a bigint);
  perform id from accounts where id = any (v_accounts) order by id for no key update;
  insert into entries (id, account_id, seq, txn_id, kind, amount, normal, before_balance, after_balance, ref_type, ref_id, merchant_id, note)
    select x.i, x.a, acc.seq + row_number() over w, x.t, x.k, x.d, acc.normal,
           acc.balance + sum(x.d) over w - x.d, acc.balance + sum(x.d) over w, x.rt, x.rid, x.m, x.n
    from rows from (jsonb_to_recordset(p_legs) as (t bigint, i bigint, a bigint, d bigint, k text, rt text, rid bigint, m bigint, n text))
         with ordinality as x (t, i, a, d, k, rt, rid, m, n, ord)
    join accounts acc on acc.id = x.a and acc.id = any (v_accounts)
    window w as (partition by x.a order by x.ord rows unbounded preceding);
  update accounts acc set balance = acc.balance + s.change, seq = acc.seq + s.count
    from (select a, sum(d)::bigint as change, count(*) as count from jsonb_to_recordset(p_legs) as l (a bigint, d bigint) group by a) s
    where acc.id = s.a and acc.id = any (v_accounts);
end $$;

create index order_trx_payment on order_trx (payment_id) where open;
