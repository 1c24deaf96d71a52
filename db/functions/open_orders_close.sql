-- Takes orders that ended out of the open ones. Only a bitmap is made of nothing but an index that fits, also while the statistics say
-- that there are no open orders (db/README.md, plans).
-- Locks: the rows of open_payments, as they are found. Answers nothing.
create or replace function open_orders_close(p_ids bigint[]) returns void
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off set enable_bitmapscan = on set search_path = public, pg_temp as $$
begin
  delete from open_payments o where o.payment_id = any (p_ids);
end $$;

revoke all on function open_orders_close from public;
grant execute on function open_orders_close to :"app_role";
