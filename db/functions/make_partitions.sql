-- needs: make_partitions_between
-- Makes the partitions of this month and of p_ahead months after it, at most 24. A job calls it. Locks and answers: as
-- make_partitions_between.
create or replace function make_partitions(p_ahead int) returns int
  language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select make_partitions_between((now() at time zone 'Asia/Shanghai')::date, ((now() at time zone 'Asia/Shanghai') + make_interval(months => least(p_ahead, 24)))::date);
$$;

revoke all on function make_partitions from public;
grant execute on function make_partitions to :"app_role";
