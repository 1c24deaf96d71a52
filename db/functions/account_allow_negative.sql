-- Lets a merchant's account go below zero, which a reversal may do (rule 8). Nothing else can allow it; accounts_level takes it
-- back. Locks: the account's row. Answers nothing; an account of another kind is left alone.
create or replace function account_allow_negative(p_account bigint) returns void
  language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update accounts set may_go_negative = true where id = p_account and kind = 'merchant';
$$;

revoke all on function account_allow_negative from public;
grant execute on function account_allow_negative to :"app_role";
