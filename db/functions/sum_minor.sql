-- The sum of amounts in minor units. PostgreSQL's own sum of bigint is numeric and made anew for every line of a running sum; this one is a
-- bigint, and what does not fit into it is an error.
create or replace aggregate sum_minor(bigint) (sfunc = int8pl, stype = bigint, parallel = safe, combinefunc = int8pl);

revoke all on function sum_minor from public;
grant execute on function sum_minor to :"app_role";
