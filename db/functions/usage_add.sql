-- Counts what was received on the day and in the month of its completion: [{w: wallet, d: day, mo: month, a: amount, n: count}]. A day that is
-- older than the running one is not counted. Locks: the wallets' rows of wallet_usage. Answers nothing.
create or replace function usage_add(p_rows jsonb) returns void
  language sql
  set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
  set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
  update wallet_usage u set
      day_amount = case when u.day = x.d then u.day_amount else 0 end + x.a, day_count = case when u.day = x.d then u.day_count else 0 end + x.n, day = x.d,
      month_amount = case when u.month = x.mo then u.month_amount else 0 end + x.a, month_count = case when u.month = x.mo then u.month_count else 0 end + x.n, month = x.mo
    from (select w, d, mo, sum(a)::bigint as a, sum(n)::int as n from jsonb_to_recordset(p_rows) as r (w bigint, d date, mo date, a bigint, n int) group by w, d, mo) x
    where u.wallet_id = x.w and u.direction = 'in' and x.d >= u.day;
$$;

revoke all on function usage_add from public;
grant execute on function usage_add to :"app_role";
