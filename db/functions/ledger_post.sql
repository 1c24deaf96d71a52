-- needs: ledger_write
-- Writes legs that come as documents, in order: [{t: transaction, i: entry, a: account, d: signed change, k: kind, rt, rid: reference,
-- m: merchant, n: note}]. Locks, answers and errors: as ledger_write. An empty list writes nothing.
create or replace function ledger_post(p_legs jsonb) returns void
  language sql security definer
  set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
  select ledger_write(array_agg(t order by ord), array_agg(i order by ord), array_agg(a order by ord), array_agg(d order by ord), array_agg(k order by ord),
                      array_agg(rt order by ord), array_agg(rid order by ord), array_agg(m order by ord), array_agg(n order by ord))
  from rows from (jsonb_to_recordset(p_legs) as (t bigint, i bigint, a bigint, d bigint, k text, rt text, rid bigint, m bigint, n text)) with ordinality
    as x (t, i, a, d, k, rt, rid, m, n, ord)
  having count(*) > 0;
$$;

revoke all on function ledger_post from public;
grant execute on function ledger_post to :"app_role";
