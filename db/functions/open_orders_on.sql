-- Open orders of amounts on wallets, pair by pair, and those that expired after p_late. Open orders come and go: while the statistics say
-- that there are none, every index of the table costs the planner the same, also one that it would read from end to end for each message.
-- A bitmap of rows is only ever made from an index that the conditions fit: what looks into the open orders may use nothing else.
-- `offset 0` keeps the planner from reading all open orders once and comparing them with the whole batch.
-- Locks nothing. Answers their ids.
create or replace function open_orders_on(p_wallets bigint[], p_amounts bigint[], p_late timestamptz) returns setof bigint
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off set enable_bitmapscan = on set enable_hashjoin = off set enable_mergejoin = off
  set search_path = public, pg_temp as $$
begin
  return query select op.payment_id from unnest(p_wallets, p_amounts) as x (w, a)
    cross join lateral (select o.payment_id from open_payments o where o.amount = x.a and o.wallet_id = x.w and (o.expired_at is null or o.expired_at > p_late) offset 0) op;
end $$;

revoke all on function open_orders_on from public;
grant execute on function open_orders_on to :"app_role";
