-- The first id that no archived month holds: entries below it stand in files; 0 while none is archived. Locks nothing.
create or replace function archived_before() returns bigint
  language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(max(before_id), 0) from archived_months;
$$;

revoke all on function archived_before from public;
grant execute on function archived_before to :"app_role";
