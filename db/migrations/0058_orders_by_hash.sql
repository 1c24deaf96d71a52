-- The orders of a batch were meant to be met by hash: each is looked up once. But what a function sets holds in the functions it
-- calls too, and settle_write switches hash joins off; with nested loops switched off here as well, the planner had no good
-- choice left and compared every order of a batch with every other, which cost a third of what settling cost the database.
-- A function that is called by another says all of the methods that it means.
do $$
declare
  v_function regprocedure;
begin
  for v_function in select oid from pg_proc where pronamespace = 'public'::regnamespace and proname = 'settle_write_payments' loop
    execute format('alter function %s set enable_hashjoin = on', v_function);
  end loop;
end $$;
