-- What the paying side of a wallet has reserved, on the day and in the month of the operator. Negative figures give back what was reserved,
-- as long as that day or month is the running one (rule 14). Locks: the wallet's row of wallet_usage. Answers nothing.
-- Which day and month: src/server/core/acceptance/limits.ts; test/books/one-rule.test.ts holds the figures to it.
create or replace function usage_out(p_wallet bigint, p_day date, p_month date, p_amount bigint, p_count int, p_at timestamptz) returns void
  language sql
  set search_path = public, pg_temp as $$
  update wallet_usage set
      day_amount = case when day = p_day then day_amount + p_amount when p_day > day and p_count > 0 then p_amount else day_amount end,
      day_count = case when day = p_day then day_count + p_count when p_day > day and p_count > 0 then p_count else day_count end,
      day = case when p_count > 0 then greatest(day, p_day) else day end,
      month_amount = case when month = p_month then month_amount + p_amount when p_month > month and p_count > 0 then p_amount else month_amount end,
      month_count = case when month = p_month then month_count + p_count when p_month > month and p_count > 0 then p_count else month_count end,
      month = case when p_count > 0 then greatest(month, p_month) else month end,
      last_used_at = greatest(last_used_at, p_at)
    where wallet_id = p_wallet and direction = 'out';
$$;

revoke all on function usage_out from public;
grant execute on function usage_out to :"app_role";
