-- Takes back from merchants' accounts that are level again that they may be below zero. A job calls it.
-- Locks: those accounts' rows, as they are found. Answers how many.
create or replace function accounts_level() returns int
  language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  with levelled as (update accounts set may_go_negative = false where kind = 'merchant' and may_go_negative and balance >= 0 returning 1)
  select count(*)::int from levelled;
$$;

revoke all on function accounts_level from public;
grant execute on function accounts_level to :"app_role";
