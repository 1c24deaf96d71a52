-- Locks accounts whose balances are read to be acted on, in the order in which ledger_write locks them: nothing moves them meanwhile.
-- Locks: the accounts' rows, by id. Answers nothing.
create or replace function accounts_hold(p_ids bigint[]) returns void
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform id from accounts where id = any (p_ids) order by id for no key update;
end $$;

revoke all on function accounts_hold from public;
grant execute on function accounts_hold to :"app_role";
