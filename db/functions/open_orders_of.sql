-- Open orders of amounts on any wallet, and those that expired after p_late. Locks nothing.
-- Answers [{wallet_id, amount, payer, recent: it has expired}, …] as JSON, null when there are none. Plans: as open_orders_on.
create or replace function open_orders_of(p_amounts bigint[], p_late timestamptz) returns json
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off set enable_bitmapscan = on set enable_hashjoin = off set enable_mergejoin = off
  set search_path = public, pg_temp as $$
begin
  return (select json_agg(json_build_object('wallet_id', s.wallet_id, 'amount', s.amount, 'payer', s.payer, 'recent', s.expired_at is not null))
    from unnest(p_amounts) a cross join lateral (select * from open_payments o where o.amount = a and (o.expired_at is null or o.expired_at > p_late) offset 0) s);
end $$;

revoke all on function open_orders_of from public;
grant execute on function open_orders_of to :"app_role";
