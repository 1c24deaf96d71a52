-- Reads what a batch of orders must know before it is routed: the state of the wallets' rules (`epoch`), orders that exist (`existing`),
-- open amounts (`slots`), deleted merchants (`gone`), idempotency keys that were used (`idempotency`; asked for as [{actor, route, key}] or null).
-- Locks: the operators' routing locks (advisory 4104, hash of the name) by name; held to the end of the transaction that writes.
-- Answers the five as JSON; what is empty is null.
create or replace function acceptance_read(p_operators text[], p_merchants bigint[], p_keys text[], p_amounts bigint[], p_late timestamptz, p_idempotency jsonb) returns json
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_operator text;
  v_idempotency json;
begin
  for v_operator in select o from unnest(p_operators) o order by o loop
    perform pg_advisory_xact_lock(4104, hashtext(v_operator));
  end loop;
  if p_idempotency is not null then
    select json_agg(json_build_object('actor', i.actor, 'route', i.route, 'key', i.key, 'hash', encode(i.body_hash, 'hex'), 'status', i.status, 'response', i.response)) into v_idempotency
      from jsonb_to_recordset(p_idempotency) as x (actor text, route text, key text)
      cross join lateral (select * from idempotency_keys i where i.actor = x.actor and i.route = x.route and i.key = x.key limit 1) i;
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

revoke all on function acceptance_read from public;
grant execute on function acceptance_read to :"app_role";
