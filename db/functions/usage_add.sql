-- Counts what was received on the day and in the month of its completion: [{wallet_id, day, month, amount, count}]. A day that is
-- older than the running one is not counted. Locks: the wallets' rows of wallet_usage. Answers nothing.
-- Which day and month: src/server/core/acceptance/limits.ts; test/books/one-rule.test.ts holds the figures to it.
create or replace function usage_add(p_rows jsonb) returns void
  language sql
  set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
  set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
  update wallet_usage u set
      day_amount = case when u.day = x.day then u.day_amount else 0 end + x.amount, day_count = case when u.day = x.day then u.day_count else 0 end + x.count, day = x.day,
      month_amount = case when u.month = x.month then u.month_amount else 0 end + x.amount, month_count = case when u.month = x.month then u.month_count else 0 end + x.count, month = x.month
    from (select wallet_id, day, month, sum(amount)::bigint as amount, sum(count)::int as count from jsonb_to_recordset(p_rows) as r (wallet_id bigint, day date, month date, amount bigint, count int) group by wallet_id, day, month) x
    where u.wallet_id = x.wallet_id and u.direction = 'in' and x.day >= u.day;
$$;

revoke all on function usage_add from public;
grant execute on function usage_add to :"app_role";
