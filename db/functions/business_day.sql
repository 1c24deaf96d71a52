-- The business day of an id: whole milliseconds, the eight hours that Shanghai has been ahead since 1991, whole days. Asking for the
-- time zone would cost more for each entry than the rest. `businessDay` of src/contract/time.ts is the same rule for the program;
-- test/books/one-rule.test.ts compares the two. Pure; locks nothing.
create or replace function business_day(p_id bigint) returns date
  language sql immutable parallel safe as $$
  select date '1970-01-01' + (((p_id >> 12) + 1577836800000 + 28800000) / 86400000)::int;
$$;

revoke all on function business_day from public;
grant execute on function business_day to :"app_role";
