-- The functions of the hot path kept no plan: for lists as parameters the planner rates a plan for the very values
-- cheaper each time and makes it anew with every call, which took more time than the work. Their statements only look
-- up by index, so one plan serves all values.
do $$
declare
  v_function regprocedure;
begin
  for v_function in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('open_payments_guard', 'intake_read', 'intake_write', 'settle_read', 'settle_write', 'settle_write_rest', 'ledger_write', 'ledger_post', 'usage_release', 'usage_add') loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', v_function);
  end loop;
end $$;
