-- The functions of the hot path keep their plans for the life of a connection. A plan made while the tables were empty
-- scans them whole; with these settings each is made of index look-ups from the first call on.
do $$
declare
  v_function regprocedure;
begin
  for v_function in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('open_payments_guard', 'intake_open', 'intake_apply', 'usage_release', 'usage_add', 'settle_open', 'settle_apply', 'sms_keep', 'ledger_post') loop
    execute format('alter function %s set enable_seqscan = off', v_function);
    execute format('alter function %s set enable_hashjoin = off', v_function);
    execute format('alter function %s set enable_mergejoin = off', v_function);
    execute format('alter function %s set jit = off', v_function);
  end loop;
end $$;
