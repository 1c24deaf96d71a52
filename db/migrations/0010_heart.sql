-- The heart: one function opens a batch (locks and reads), one applies what was decided. Rules stand in src/domain.

-- Routing and whoever changes a wallet's rules take turns per operator.
create function intake_open(p_operators text[], p_keys jsonb) returns jsonb
  language plpgsql set jit = off set search_path = public, pg_temp as $$
declare
  v_operator text;
begin
  for v_operator in select o from unnest(p_operators) o order by o loop
    perform pg_advisory_xact_lock(4104, hashtext(v_operator));
  end loop;
  return jsonb_build_object(
    'existing', (
      select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('request_hash', encode(p.request_hash, 'hex'))), '[]')
      from jsonb_to_recordset(p_keys) as x (m bigint, k text)
      join merchant_order_keys mk on mk.merchant_id = x.m and mk.direction = 'payment' and mk.key = x.k
      join payments p on p.id = mk.order_id),
    'idempotency', (
      select coalesce(jsonb_agg(jsonb_build_object('actor', i.actor, 'route', i.route, 'key', i.key, 'hash', encode(i.body_hash, 'hex'), 'status', i.status, 'response', i.response)), '[]')
      from jsonb_to_recordset(p_keys) as x (ia text, ir text, ik text)
      join idempotency_keys i on i.actor = x.ia and i.route = x.ir and i.key = x.ik
      where x.ik is not null));
end $$;

-- p: {payments: […], usage: [{w, a, n}], stats: […], idempotency: […], day, month per wallet in usage}
create function intake_apply(p jsonb) returns void
  language plpgsql set jit = off set search_path = public, pg_temp as $$
begin
  insert into merchant_order_keys (merchant_id, direction, key, order_id)
    select m, 'payment', k, i from jsonb_to_recordset(p -> 'payments') as x (i bigint, m bigint, k text);
  insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee_rate_bps, fee_fixed, fee_min, fee_max, customer, user_ref,
                        expires_at, remote_ip, notify_url, metadata, routing, request_hash)
    select i, m, k, o, w, a, fr, ff, fn, fx, c, u, e, ip, nu, md, rt, decode(h, 'hex')
    from jsonb_to_recordset(p -> 'payments') as x (i bigint, m bigint, k text, o text, w bigint, a bigint, fr int, ff bigint, fn bigint, fx bigint, c text, u text,
      e timestamptz, ip text, nu text, md jsonb, rt jsonb, h text);
  insert into open_payments (payment_id, wallet_id, amount, payer)
    select i, w, a, coalesce(c, '') from jsonb_to_recordset(p -> 'payments') as x (i bigint, w bigint, a bigint, c text);
  update wallet_usage u set
      day_amount = case when u.day = x.d then u.day_amount else 0 end + x.a, day_count = case when u.day = x.d then u.day_count else 0 end + x.n, day = x.d,
      month_amount = case when u.month = x.mo then u.month_amount else 0 end + x.a, month_count = case when u.month = x.mo then u.month_count else 0 end + x.n, month = x.mo,
      last_used_at = greatest(u.last_used_at, x.t)
    from jsonb_to_recordset(p -> 'usage') as x (w bigint, a bigint, n int, d date, mo date, t timestamptz)
    where u.wallet_id = x.w and u.direction = 'in';
  insert into stats_delta (hour, merchant_id, operator, created_count, created_amount)
    select h, m, o, n, a from jsonb_to_recordset(p -> 'stats') as x (h timestamptz, m bigint, o text, n int, a bigint);
  if jsonb_array_length(p -> 'idempotency') > 0 then
    insert into idempotency_keys (actor, route, key, body_hash, status, response)
      select ia, ir, ik, decode(h, 'hex'), s, r from jsonb_to_recordset(p -> 'idempotency') as x (ia text, ir text, ik text, h text, s int, r text);
  end if;
end $$;

-- Gives back what an order reserved, as long as its day or month is the running one (decision 14).
create function usage_release(p_rows jsonb) returns void
  language sql set search_path = public, pg_temp as $$
  update wallet_usage u set
      day_amount = u.day_amount - case when u.day = x.d then x.a else 0 end, day_count = u.day_count - case when u.day = x.d then x.n else 0 end,
      month_amount = u.month_amount - case when u.month = x.mo then x.a else 0 end, month_count = u.month_count - case when u.month = x.mo then x.n else 0 end
    from (select w, d, mo, sum(a)::bigint as a, sum(n)::int as n from jsonb_to_recordset(p_rows) as r (w bigint, d date, mo date, a bigint, n int) group by w, d, mo) x
    where u.wallet_id = x.w and u.direction = 'in';
$$;

-- Counts what was received on the day and in the month of its completion.
create function usage_add(p_rows jsonb) returns void
  language sql set search_path = public, pg_temp as $$
  update wallet_usage u set
      day_amount = case when u.day = x.d then u.day_amount else 0 end + x.a, day_count = case when u.day = x.d then u.day_count else 0 end + x.n, day = x.d,
      month_amount = case when u.month = x.mo then u.month_amount else 0 end + x.a, month_count = case when u.month = x.mo then u.month_count else 0 end + x.n, month = x.mo
    from (select w, d, mo, sum(a)::bigint as a, sum(n)::int as n from jsonb_to_recordset(p_rows) as r (w bigint, d date, mo date, a bigint, n int) group by w, d, mo) x
    where u.wallet_id = x.w and u.direction = 'in' and x.d >= u.day;
$$;

create type settle_candidate as (
  id bigint, merchant_id bigint, merchant_order_id text, operator text, wallet_id bigint, amount bigint, status text, customer text, version int,
  fee_rate_bps int, fee_fixed bigint, fee_min bigint, fee_max bigint, expires_at timestamptz, notify_url text, user_ref text, metadata jsonb, payment_url text);

-- Locks the wallets of a batch in id order, then the orders that could be meant, and answers everything the decision needs.
-- p_messages: [{w: wallet, a: amount, o: operator, t: trx key, r: reference, rid: reference read as a public id}]
create function settle_open(p_wallets bigint[], p_keys text[], p_messages jsonb, p_late timestamptz) returns jsonb
  language plpgsql set jit = off set search_path = public, pg_temp as $$
declare
  v_orders bigint[];
begin
  perform wallet_id from wallet_chain where wallet_id = any (p_wallets) order by wallet_id for no key update;
  select array_agg(distinct id) into v_orders from (
    select op.payment_id as id from jsonb_to_recordset(p_messages) as x (w bigint, a bigint) join open_payments op on op.amount = x.a and op.wallet_id = x.w
      where op.expired_at is null or op.expired_at > p_late
    union all
    select ot.payment_id from jsonb_to_recordset(p_messages) as x (o text, t text) join order_trx ot on ot.operator = x.o and ot.trx_key = x.t and ot.open
    union all
    select mk.order_id from jsonb_to_recordset(p_messages) as x (r text) join merchant_order_keys mk on mk.key = x.r and mk.direction = 'payment'
    union all
    select x.rid from jsonb_to_recordset(p_messages) as x (rid bigint) where x.rid is not null
  ) found;
  perform id from payments where id = any (v_orders) order by id for no key update;
  return jsonb_build_object(
    'known', (select coalesce(jsonb_agg(jsonb_build_object('k', encode(k.key, 'hex'), 'id', k.sms_id, 'at', extract(epoch from k.at) * 1000)), '[]')
              from unnest(p_keys) q join sms_keys k on k.key = decode(q, 'hex')),
    'chains', (select coalesce(jsonb_agg(jsonb_build_object('w', c.wallet_id, 'b', c.balance, 's', c.last_sms_id, 'f', c.payouts_frozen)), '[]') from wallet_chain c where c.wallet_id = any (p_wallets)),
    'gaps', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'w', g.wallet_id, 'from', g.from_balance, 'to', g.to_balance)), '[]') from wallet_gaps g where g.wallet_id = any (p_wallets) and g.closed_at is null),
    'orders', (select coalesce(jsonb_agg(to_jsonb(row(p.id, p.merchant_id, p.merchant_order_id, p.operator, p.wallet_id, p.amount, p.status, p.customer, p.version,
                 p.fee_rate_bps, p.fee_fixed, p.fee_min, p.fee_max, p.expires_at, p.notify_url, p.user_ref, p.metadata, p.payment_url)::settle_candidate)
                 || jsonb_build_object('trx', (select coalesce(jsonb_agg(ot.trx_key), '[]') from order_trx ot where ot.payment_id = p.id and ot.open))), '[]')
               from payments p where p.id = any (v_orders) and p.status in ('pending', 'review', 'expired')),
    'used', (select coalesce(jsonb_agg(jsonb_build_object('o', u.operator, 'k', u.trx_key, 'd', u.direction, 'type', u.object_type, 'id', u.object_id, 's', u.sms_id, 'a', u.amount, 'w', u.wallet_id)), '[]')
             from jsonb_to_recordset(p_messages) as x (o text, t text) join trx_used u on u.operator = x.o and u.trx_key = x.t),
    'booked', (select coalesce(jsonb_agg(jsonb_build_object('w', b.wallet_id, 'kind', b.kind, 'k', b.trx_key, 'id', b.sms_id, 'a', s.amount, 'b', s.balance, 'd', s.direction)), '[]')
               from jsonb_to_recordset(p_messages) as x (w bigint, t text) join sms_bookings b on b.wallet_id = x.w and b.trx_key = x.t join sms s on s.id = b.sms_id),
    'held', (select coalesce(jsonb_agg(to_jsonb(s) - 'text' - 'evidence' || jsonb_build_object('wallet_type', w.wallet_type)), '[]') from sms s join wallets w on w.id = s.wallet_id
             where s.match_status = 'held' and s.wallet_id = any (p_wallets)));
end $$;

-- Applies a batch. Every list may be empty. Raises a retryable error when an order or a message changed under it.
create function settle_apply(p jsonb) returns void
  language plpgsql set jit = off set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $$
declare
  v_count int;
begin
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
    where s.id = x.id and s.version = x.version;
  get diagnostics v_count = row_count;
  if v_count <> jsonb_array_length(p -> 'sms_updates') then raise exception 'a message changed meanwhile' using errcode = '40001'; end if;
  insert into sms_bookings (wallet_id, kind, trx_key, sms_id) select w, kind, k, s from jsonb_to_recordset(p -> 'bookings') as x (w bigint, kind text, k text, s bigint);
  insert into trx_used (operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id)
    select o, k, d, type, id, s, a, w from jsonb_to_recordset(p -> 'used') as x (o text, k text, d text, type text, id bigint, s bigint, a bigint, w bigint);
  update trx_used u set sms_id = x.s from jsonb_to_recordset(p -> 'linked') as x (o text, k text, d text, s bigint)
    where u.operator = x.o and u.trx_key = x.k and u.direction = x.d and u.sms_id is null;
  update payments t set status = x.status, reason = x.reason, received_amount = x.received, fee = x.fee, trx_id = x.trx_id, trx_key = x.trx_key, message_id = x.message_id,
      paid_at = x.paid_at, staff = case when x.account is null or x.account = any (t.staff) then t.staff else t.staff || x.account end,
      notify_status = x.notify_status, notify_next_at = x.paid_at, version = t.version + 1
    from jsonb_to_recordset(p -> 'payments') as x (id bigint, version int, status text, reason text, received bigint, fee bigint, trx_id text, trx_key text, message_id bigint,
      paid_at timestamptz, account text, notify_status text)
    where t.id = x.id and t.version = x.version;
  get diagnostics v_count = row_count;
  if v_count <> jsonb_array_length(p -> 'payments') then raise exception 'an order changed meanwhile' using errcode = '40001'; end if;
  update payments t set disputed_at = coalesce(t.disputed_at, now()), version = t.version + 1 from jsonb_to_recordset(p -> 'disputes') as x (id bigint) where t.id = x.id;
  delete from open_payments o using jsonb_to_recordset(p -> 'payments') as x (id bigint) where o.payment_id = x.id;
  update order_trx t set open = false from jsonb_to_recordset(p -> 'payments') as x (id bigint, status text) where t.payment_id = x.id and t.open and x.status in ('completed', 'rejected', 'cancelled');
  if jsonb_array_length(p -> 'legs') > 0 then perform ledger_post(p -> 'legs'); end if;
  insert into outbox (id, merchant_id, object_type, object_id, type, url, body, status, next_at, give_up_at)
    select id, merchant_id, object_type, object_id, type, url, body, status, next_at, give_up_at
    from jsonb_to_recordset(p -> 'outbox') as x (id bigint, merchant_id bigint, object_type text, object_id bigint, type text, url text, body text, status text, next_at timestamptz, give_up_at timestamptz);
  update wallet_chain c set balance = x.b, last_sms_id = coalesce(x.s, c.last_sms_id), last_operator_time = coalesce(x.t, c.last_operator_time),
      real_balance = coalesce(x.rb, c.real_balance), real_balance_at = case when x.rb is null then c.real_balance_at else x.rt end,
      payouts_frozen = c.payouts_frozen or x.f, payouts_frozen_reason = case when x.f then x.fr else c.payouts_frozen_reason end
    from jsonb_to_recordset(p -> 'chains') as x (w bigint, b bigint, s bigint, t timestamptz, rb bigint, rt timestamptz, f boolean, fr text) where c.wallet_id = x.w;
  insert into wallet_gaps (id, wallet_id, from_balance, to_balance, before_sms_id, after_sms_id, since)
    select id, w, "from", "to", b, a, now() from jsonb_to_recordset(p -> 'new_gaps') as x (id bigint, w bigint, "from" bigint, "to" bigint, b bigint, a bigint);
  update wallet_gaps g set from_balance = coalesce(x."from", g.from_balance), to_balance = coalesce(x."to", g.to_balance), closed_at = case when x.closed then now() end, closed_by = case when x.closed then 'late message' end
    from jsonb_to_recordset(p -> 'gap_updates') as x (id bigint, "from" bigint, "to" bigint, closed boolean) where g.id = x.id;
  if jsonb_array_length(p -> 'release') > 0 then perform usage_release(p -> 'release'); end if;
  if jsonb_array_length(p -> 'usage') > 0 then perform usage_add(p -> 'usage'); end if;
  insert into stats_delta (hour, merchant_id, operator, completed_count, completed_amount, fees)
    select h, m, o, sum(n), sum(a), sum(f) from jsonb_to_recordset(p -> 'stats') as x (h timestamptz, m bigint, o text, n int, a bigint, f bigint) group by h, m, o;
  insert into order_events (id, object_type, object_id, kind, actor_type, actor_id, account, data)
    select id, type, oid, kind, at, aid, account, data from jsonb_to_recordset(p -> 'events') as x (id bigint, type text, oid bigint, kind text, at text, aid bigint, account text, data jsonb);
  insert into alerts (id, kind, object_type, object_id, merchant_id, amount, data)
    select id, kind, type, oid, m, a, data from jsonb_to_recordset(p -> 'alerts') as x (id bigint, kind text, type text, oid bigint, m bigint, a bigint, data jsonb)
    on conflict (kind, object_type, coalesce(object_id, 0)) where status in ('open', 'claimed', 'muted') do update set amount = excluded.amount, data = excluded.data, version = alerts.version + 1;
end $$;

-- Stores a message that could not be processed, for the sweeper.
create function sms_keep(p_row jsonb, p_keys jsonb) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  insert into sms (id, wallet_id, device_id, operator, sender, text, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference,
           operator_time, sent_at, received_at, match_status, chain, reasons, evidence, rule_id, rule_version, origin, in_suspense, held_until, processed)
    select id, wallet_id, device_id, operator, sender, text, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference,
           operator_time, sent_at, received_at, match_status, chain, reasons, evidence, rule_id, rule_version, origin, in_suspense, held_until, false
    from jsonb_to_record(p_row) as x (id bigint, wallet_id bigint, device_id bigint, operator text, sender text, text text, class text, kind text, direction text,
      amount bigint, fee bigint, commission bigint, extra bigint, balance bigint, trx_id text, trx_key text, counterparty text, reference text, operator_time timestamptz,
      sent_at timestamptz, received_at timestamptz, match_status text, chain text, reasons text[], evidence jsonb, rule_id text, rule_version int, origin text,
      in_suspense boolean, held_until timestamptz);
  insert into sms_keys (key, sms_id) select decode(k, 'hex'), (p_row ->> 'id')::bigint from jsonb_to_recordset(p_keys) as x (k text);
end $$;

-- Expires due orders in one statement; what they reserved is given back, their slot is kept for late money.
-- Answers the orders, so that notifications can be queued in the same transaction.
create function payments_expire(p_limit int) returns setof payments
  language plpgsql set jit = off set search_path = public, pg_temp as $$
declare
  v_ids bigint[];
begin
  select array_agg(id) into v_ids from (select id from payments where status = 'pending' and expires_at <= now() order by expires_at limit p_limit for no key update skip locked) due;
  if v_ids is null then return; end if;
  update open_payments set expired_at = now() where payment_id = any (v_ids);
  return query update payments set status = 'expired', version = version + 1 where id = any (v_ids) returning *;
end $$;

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant execute on function intake_open(text[], jsonb), intake_apply(jsonb), usage_release(jsonb), usage_add(jsonb), settle_open(bigint[], text[], jsonb, timestamptz),
    settle_apply(jsonb), sms_keep(jsonb, jsonb), payments_expire(int) to %I', v_app);
end $$;
