-- Gives back what orders reserved on the receiving side, as long as their day or month is the running one (rule 14); rows as usage_add;
-- one call may give back several days of a wallet.
-- Locks: the wallets' rows of wallet_usage. Answers nothing.
-- Which day and month: src/server/core/acceptance/limits.ts; test/books/one-rule.test.ts holds the figures to it.
create or replace function usage_release(p_rows jsonb) returns void
  language sql
  set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
  set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
  update wallet_usage u set (day_amount, day_count, month_amount, month_count) = (
      select u.day_amount - coalesce(sum(x.amount) filter (where x.day = u.day), 0)::bigint, u.day_count - coalesce(sum(x.count) filter (where x.day = u.day), 0)::int,
        u.month_amount - coalesce(sum(x.amount) filter (where x.month = u.month), 0)::bigint, u.month_count - coalesce(sum(x.count) filter (where x.month = u.month), 0)::int
      from jsonb_to_recordset(p_rows) as x (wallet_id bigint, day date, month date, amount bigint, count int) where x.wallet_id = u.wallet_id)
    where u.direction = 'in' and u.wallet_id = any (array(select r.wallet_id from jsonb_to_recordset(p_rows) as r (wallet_id bigint)));
$$;

revoke all on function usage_release from public;
grant execute on function usage_release to :"app_role";
