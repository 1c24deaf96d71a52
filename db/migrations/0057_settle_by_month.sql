-- Orders of a batch were looked up in every month there is, each by each: a list of ids tells the planner nothing about the
-- months that hold them. The first and the last id do, so a batch reads the month or two that it is about, however long the
-- history is.

-- Changes the orders of a batch that still have the version they were read with; answers how many there were.
create or replace function settle_write_payments(
    p_id bigint[], p_version int[], p_status text[], p_received bigint[], p_fee bigint[], p_message bigint[], p_paid timestamptz[], p_notify text[],
    p_reason text[], p_trx_id text[], p_trx_key text[], p_account text[]) returns int
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off set enable_bitmapscan = off
  set search_path = public, pg_temp as $$
declare
  v_count int;
  v_low bigint := (select min(i) from unnest(p_id) i);
  v_high bigint := (select max(i) from unnest(p_id) i);
begin
  update payments t set status = x.status, reason = x.reason, received_amount = x.received, fee = x.fee, trx_id = x.trx_id, trx_key = x.trx_key, message_id = x.message,
      paid_at = x.paid, staff = case when x.account is null or x.account = any (t.staff) then t.staff else t.staff || x.account end,
      notify_status = x.notify, notify_next_at = x.paid, version = t.version + 1
    from unnest(p_id, p_version, p_status, p_reason, p_received, p_fee, p_trx_id, p_trx_key, p_message, p_paid, p_account, p_notify)
      as x (id, version, status, reason, received, fee, trx_id, trx_key, message, paid, account, notify)
    where t.id = x.id and t.version = x.version and t.id = any (p_id) and t.id between v_low and v_high;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

create or replace function settle_read(p_wallets bigint[], p_keys text[], m_w bigint[], m_a bigint[], m_o text[], m_t text[], m_r text[], m_rid bigint[], p_late timestamptz) returns json
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_orders bigint[];
  v_low bigint;
  v_high bigint;
begin
  perform wallet_id from wallet_chain where wallet_id = any (p_wallets) order by wallet_id for no key update;
  select array_agg(distinct id), min(id), max(id) into v_orders, v_low, v_high from (
    select id from open_orders_on(m_w, m_a, p_late) id
    union all
    select ot.payment_id from unnest(m_o, m_t) as x (o, t) cross join lateral (select payment_id from order_trx q where q.operator = x.o and q.trx_key = x.t and q.open limit 1) ot
    union all
    select mk.order_id from unnest(m_r) r cross join lateral (select order_id from merchant_order_keys q where q.key = r and q.direction = 'payment' limit 20) mk where r is not null
    union all
    select rid from unnest(m_rid) rid where rid is not null
  ) found;
  perform id from payments where id = any (v_orders) and id between v_low and v_high order by id for no key update;
  return json_build_object(
    'known', (select json_agg(json_build_object('k', encode(k.key, 'hex'), 'id', k.sms_id, 'at', extract(epoch from k.at) * 1000))
              from unnest(p_keys) q cross join lateral (select * from sms_keys where key = decode(q, 'hex') limit 1) k),
    'chains', (select json_agg(json_build_object('w', c.wallet_id, 'b', c.balance, 's', c.last_sms_id, 'f', c.payouts_frozen)) from wallet_chain c where c.wallet_id = any (p_wallets)),
    'gaps', (select json_agg(json_build_object('id', g.id, 'w', g.wallet_id, 'from', g.from_balance, 'to', g.to_balance)) from wallet_gaps g where g.wallet_id = any (p_wallets) and g.closed_at is null),
    'orders', (select json_agg(row_to_json(x)) from (
                 select p.id, p.merchant_id, p.merchant_order_id, p.operator, p.wallet_id, p.amount, p.status, p.customer, p.version, p.fee_rate_bps, p.fee_fixed, p.fee_min, p.fee_max,
                        p.expires_at, p.notify_url, p.user_ref, p.metadata, p.payment_url, array(select ot.trx_key from order_trx ot where ot.payment_id = p.id and ot.open) as trx
                 from payments p where p.id = any (v_orders) and p.id between v_low and v_high and p.status in ('pending', 'review', 'expired')) x),
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

-- One index serves both questions: is this kind of message of this TrxID booked on the wallet, and is any.
alter table sms_bookings drop constraint sms_bookings_pkey, add primary key (wallet_id, trx_key, kind);
drop index sms_bookings_trx;
