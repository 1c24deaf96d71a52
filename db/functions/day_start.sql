-- needs: id_at
-- The smallest id of a business day in Shanghai: a range of days is a range of ids. As `businessDayStart` of
-- src/contract/time.ts; test/books/one-rule.test.ts compares the two. Pure; locks nothing.
create or replace function day_start(p_day date) returns bigint
  language sql immutable parallel safe as $$
  select id_at(p_day::timestamp at time zone 'Asia/Shanghai');
$$;

revoke all on function day_start from public;
grant execute on function day_start to :"app_role";
