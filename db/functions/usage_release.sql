-- Gives back what orders reserved on the receiving side, as long as their day or month is the running one (decision 14); rows as usage_add.
-- Locks: the wallets' rows of wallet_usage. Answers nothing.
create or replace function usage_release(p_rows jsonb) returns void
  language sql
  set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
  set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
  update wallet_usage u set
      day_amount = u.day_amount - case when u.day = x.d then x.a else 0 end, day_count = u.day_count - case when u.day = x.d then x.n else 0 end,
      month_amount = u.month_amount - case when u.month = x.mo then x.a else 0 end, month_count = u.month_count - case when u.month = x.mo then x.n else 0 end
    from (select w, d, mo, sum(a)::bigint as a, sum(n)::int as n from jsonb_to_recordset(p_rows) as r (w bigint, d date, mo date, a bigint, n int) group by w, d, mo) x
    where u.wallet_id = x.w and u.direction = 'in';
$$;

revoke all on function usage_release from public;
grant execute on function usage_release to :"app_role";
