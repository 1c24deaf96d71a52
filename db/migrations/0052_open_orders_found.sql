-- Open orders come and go. While the statistics say that there are none, every index of the table costs the planner the same,
-- also one that it would have to read from end to end for each order or message. A bitmap of rows is only ever made from an
-- index that the conditions fit: what looks into the open orders may use nothing else. `offset 0` keeps the planner from turning
-- the look-up round, into one reading of all open orders that is compared with the whole batch.

-- Open orders of amounts on wallets, pair by pair.
create function open_orders_on(p_wallets bigint[], p_amounts bigint[], p_late timestamptz) returns setof bigint
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set enable_bitmapscan = on set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $$
begin
  return query select op.payment_id from unnest(p_wallets, p_amounts) as x (w, a)
    cross join lateral (select o.payment_id from open_payments o where o.amount = x.a and o.wallet_id = x.w and (o.expired_at is null or o.expired_at > p_late) offset 0) op;
end $$;

-- Open orders of amounts on any wallet, as `intake_read` answers them.
create function open_orders_of(p_amounts bigint[], p_late timestamptz) returns json
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set enable_bitmapscan = on set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $$
begin
  return (select json_agg(json_build_array(s.wallet_id, s.amount, s.payer, s.expired_at is not null))
    from unnest(p_amounts) a cross join lateral (select * from open_payments o where o.amount = a and (o.expired_at is null or o.expired_at > p_late) offset 0) s);
end $$;

alter function open_payments_guard() set enable_indexscan = off;
alter function open_payments_guard() set enable_indexonlyscan = off;
alter function open_payments_guard() set enable_bitmapscan = on;

create or replace function intake_read(p_operators text[], p_merchants bigint[], p_keys text[], p_amounts bigint[], p_late timestamptz, p_idempotency jsonb) returns json
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_operator text;
  v_idempotency json;
begin
  for v_operator in select o from unnest(p_operators) o order by o loop
    perform pg_advisory_xact_lock(4104, hashtext(v_operator));
  end loop;
  if p_idempotency is not null then
    select json_agg(json_build_object('actor', i.actor, 'route', i.route, 'key', i.key, 'hash', encode(i.body_hash, 'hex'), 'status', i.status, 'response', i.response)) into v_idempotency
      from jsonb_to_recordset(p_idempotency) as x (ia text, ir text, ik text)
      cross join lateral (select * from idempotency_keys i where i.actor = x.ia and i.route = x.ir and i.key = x.ik limit 1) i;
  end if;
  return json_build_object(
    'epoch', (select n from routing_epoch),
    'existing', (
      select json_agg(to_jsonb(p) || jsonb_build_object('request_hash', encode(p.request_hash, 'hex')))
      from unnest(p_merchants, p_keys) as x (m, k)
      cross join lateral (select order_id from merchant_order_keys mk where mk.merchant_id = x.m and mk.direction = 'payment' and mk.key = x.k limit 1) mk
      cross join lateral (select * from payments p where p.id = mk.order_id limit 1) p),
    'slots', open_orders_of(p_amounts, p_late),
    'gone', (select json_agg(m.id) from merchants m where m.id = any (p_merchants) and m.deleted_at is not null),
    'idempotency', v_idempotency);
end $$;

create or replace function settle_read(p_wallets bigint[], p_keys text[], m_w bigint[], m_a bigint[], m_o text[], m_t text[], m_r text[], m_rid bigint[], p_late timestamptz) returns json
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_orders bigint[];
begin
  perform wallet_id from wallet_chain where wallet_id = any (p_wallets) order by wallet_id for no key update;
  select array_agg(distinct id) into v_orders from (
    select id from open_orders_on(m_w, m_a, p_late) id
    union all
    select ot.payment_id from unnest(m_o, m_t) as x (o, t) cross join lateral (select payment_id from order_trx q where q.operator = x.o and q.trx_key = x.t and q.open limit 1) ot
    union all
    select mk.order_id from unnest(m_r) r cross join lateral (select order_id from merchant_order_keys q where q.key = r and q.direction = 'payment' limit 20) mk where r is not null
    union all
    select rid from unnest(m_rid) rid where rid is not null
  ) found;
  perform id from payments where id = any (v_orders) order by id for no key update;
  return json_build_object(
    'known', (select json_agg(json_build_object('k', encode(k.key, 'hex'), 'id', k.sms_id, 'at', extract(epoch from k.at) * 1000))
              from unnest(p_keys) q cross join lateral (select * from sms_keys where key = decode(q, 'hex') limit 1) k),
    'chains', (select json_agg(json_build_object('w', c.wallet_id, 'b', c.balance, 's', c.last_sms_id, 'f', c.payouts_frozen)) from wallet_chain c where c.wallet_id = any (p_wallets)),
    'gaps', (select json_agg(json_build_object('id', g.id, 'w', g.wallet_id, 'from', g.from_balance, 'to', g.to_balance)) from wallet_gaps g where g.wallet_id = any (p_wallets) and g.closed_at is null),
    'orders', (select json_agg(row_to_json(x)) from (
                 select p.id, p.merchant_id, p.merchant_order_id, p.operator, p.wallet_id, p.amount, p.status, p.customer, p.version, p.fee_rate_bps, p.fee_fixed, p.fee_min, p.fee_max,
                        p.expires_at, p.notify_url, p.user_ref, p.metadata, p.payment_url, array(select ot.trx_key from order_trx ot where ot.payment_id = p.id and ot.open) as trx
                 from payments p where p.id = any (v_orders) and p.status in ('pending', 'review', 'expired')) x),
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

do $$
declare
  v_function regprocedure;
begin
  for v_function in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname in ('open_orders_on', 'open_orders_of') loop
    execute format('revoke all on function %s from public', v_function);
    execute format('grant execute on function %s to %I', v_function, current_setting('floatdesk.app_role'));
  end loop;
end $$;
