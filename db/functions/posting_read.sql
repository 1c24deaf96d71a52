-- Locks what a batch of messages is about, and reads everything that their matching needs. Messages by columns; `message_keys` are
-- TrxIDs, `message_order_ids` references that read as a public id. What is locked is read with its lock, not a second time;
-- after a wait that is the newest version of it. Of the orders that claim a TrxID all that have the message's wallet and amount are read, so
-- that no number of other claims can hide them; of the rest the first ten. Orders stand between the lowest and the highest id that was found,
-- so that only their months are read.
-- Locks: the wallets' continuity rows by id, then the orders that could be meant, by id.
-- Answers as JSON, what is empty is null: `known` identity keys, `wallets` (awaits: something said waits for its message), open `discrepancies`, `orders`,
-- `claims` of TrxIDs, `used` TrxIDs, `booked` messages of the same TrxID, `held` messages that wait, 500 of each wallet: first what no person has yet, then the newest of the others.
create or replace function posting_read(p_wallets bigint[], p_keys text[], message_wallets bigint[], message_amounts bigint[], message_operators text[], message_keys text[], message_references text[],
    message_order_ids bigint[], p_late timestamptz) returns json
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_orders bigint[];
  v_low bigint;
  v_high bigint;
  v_wallets json;
  v_open json;
begin
  select json_agg(json_build_object('wallet_id', c.wallet_id, 'balance', c.balance, 'last_sms_id', c.last_sms_id, 'last_ms', extract(epoch from c.last_operator_time) * 1000, 'prints', c.prints, 'awaits', exists (select 1 from unreported_movements m where m.wallet_id = c.wallet_id and m.ended_at is null))) into v_wallets from (
    select wallet_id, balance, last_sms_id, last_operator_time, prints from wallet_continuity where wallet_id = any (p_wallets) order by wallet_id for no key update) c;
  select array_agg(distinct id), min(id), max(id) into v_orders, v_low, v_high from (
    select id from open_orders_on(message_wallets, message_amounts, p_late) id
    union all
    select ot.payment_id from unnest(message_operators, message_keys, message_wallets, message_amounts) as x (operator, trx_key, wallet_id, amount) cross join lateral (
      select q.payment_id from order_trx q where q.operator = x.operator and q.trx_key = x.trx_key and q.open
        and exists (select 1 from payments p where p.id = q.payment_id and p.wallet_id = x.wallet_id and p.amount = x.amount)) ot
    union all
    select ot.payment_id from unnest(message_operators, message_keys) as x (operator, trx_key) cross join lateral (
      select q.payment_id from order_trx q where q.operator = x.operator and q.trx_key = x.trx_key and q.open order by q.payment_id limit 10) ot
    union all
    select mk.order_id from unnest(message_references) r cross join lateral (select order_id from merchant_order_keys q where q.key = r and q.direction = 'payment' limit 20) mk where r is not null
    union all
    select rid from unnest(message_order_ids) rid where rid is not null
  ) found;
  select json_agg(row_to_json(x)) into v_open from (
    select p.id, p.merchant_id, p.merchant_order_id, p.operator, p.wallet_id, p.amount, p.status, p.customer, p.version, p.fee_rate_bps, p.fee_fixed, p.fee_min, p.fee_max,
           p.expires_at, p.notify_url, p.user_ref, p.metadata, p.payment_url
    from payments p where p.id = any (v_orders) and p.id between v_low and v_high and p.status in ('pending', 'review', 'expired') order by p.id for no key update) x;
  return json_build_object(
    'known', (select json_agg(json_build_object('key', encode(k.key, 'hex'), 'sms_id', k.sms_id, 'at_ms', extract(epoch from k.at) * 1000))
              from unnest(p_keys) q cross join lateral (select * from sms_keys where key = decode(q, 'hex') limit 1) k),
    'wallets', v_wallets,
    'discrepancies', (select json_agg(json_build_object('id', g.id, 'wallet_id', g.wallet_id, 'from_balance', g.from_balance, 'to_balance', g.to_balance, 'skipped', g.skipped)) from wallet_discrepancies g where g.wallet_id = any (p_wallets) and g.closed_at is null),
    'orders', v_open,
    'claims', (select json_agg(json_build_object('payment_id', ot.payment_id, 'trx_key', ot.trx_key)) from order_trx ot where ot.payment_id = any (v_orders) and ot.open),
    'used', (select json_agg(json_build_object('operator', u.operator, 'trx_key', u.trx_key, 'direction', u.direction, 'object_type', u.object_type, 'object_id', u.object_id, 'sms_id', u.sms_id, 'amount', u.amount, 'wallet_id', u.wallet_id))
             from unnest(message_operators, message_keys) as x (operator, trx_key) cross join lateral (select * from trx_used q where q.operator = x.operator and q.trx_key = x.trx_key) u),
    'booked', (select json_agg(json_build_object('wallet_id', b.wallet_id, 'kind', b.kind, 'trx_key', b.trx_key, 'sms_id', b.sms_id, 'amount', s.amount, 'balance', s.balance, 'direction', s.direction))
               from unnest(message_wallets, message_keys) as x (wallet_id, trx_key)
               cross join lateral (select * from sms_bookings q where q.wallet_id = x.wallet_id and q.trx_key = x.trx_key) b
               cross join lateral (select amount, balance, direction from sms m where m.id = b.sms_id limit 1) s),
    'held', (select json_agg(to_jsonb(s) - 'text' - 'evidence' || jsonb_build_object('wallet_type', w.wallet_type))
             from unnest(p_wallets) p
             cross join lateral (select * from (
               select * from sms where wallet_id = p and (match_status = 'held' or (match_status = 'review' and booked_txn is null))
               order by match_status, case match_status when 'held' then id else -id end limit 500) q order by id) s
             cross join lateral (select wallet_type from wallets where id = p) w));
end $$;

revoke all on function posting_read from public;
grant execute on function posting_read to :"app_role";
