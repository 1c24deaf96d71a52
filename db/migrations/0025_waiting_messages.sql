-- Messages that went to a person because they did not fit the chain go on waiting for what may still close it.
create index sms_waiting on sms (wallet_id, id) where match_status = 'held' or (match_status = 'review' and booked_txn is null);

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
    'held', (select coalesce(jsonb_agg(to_jsonb(s) - 'text' - 'evidence' || jsonb_build_object('wallet_type', w.wallet_type)), '[]') from (select * from sms where wallet_id = any (p_wallets) and (match_status = 'held' or (match_status = 'review' and booked_txn is null)) order by id limit 500) s
             join wallets w on w.id = s.wallet_id));
end $$;

-- A table that was empty when a plan was made tempts the planner to bitmap scans as well.
do $$
declare
  v_function regprocedure;
begin
  for v_function in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('open_payments_guard', 'intake_open', 'intake_apply', 'usage_release', 'usage_add', 'settle_open', 'settle_apply', 'sms_keep', 'ledger_post') loop
    execute format('alter function %s set enable_bitmapscan = off', v_function);
  end loop;
end $$;
