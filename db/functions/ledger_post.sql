-- needs: ledger_write
-- Writes legs that come as documents, in order, with the names of LEGS in core/ledger/post.ts. Locks, answers and errors: as ledger_write.
-- An empty list writes nothing.
create or replace function ledger_post(p_legs jsonb) returns void
  language sql security definer
  set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
  select ledger_write(leg_txns => array_agg(txn_id order by ord), leg_entries => array_agg(entry_id order by ord), leg_accounts => array_agg(account_id order by ord),
                      leg_changes => array_agg(change order by ord), leg_kinds => array_agg(kind order by ord), leg_ref_types => array_agg(ref_type order by ord),
                      leg_refs => array_agg(ref_id order by ord), leg_merchants => array_agg(merchant_id order by ord), leg_notes => array_agg(note order by ord))
  from rows from (jsonb_to_recordset(p_legs) as (txn_id bigint, entry_id bigint, account_id bigint, change bigint, kind text, ref_type text, ref_id bigint, merchant_id bigint, note text))
    with ordinality as x (txn_id, entry_id, account_id, change, kind, ref_type, ref_id, merchant_id, note, ord)
  having count(*) > 0;
$$;

revoke all on function ledger_post from public;
grant execute on function ledger_post to :"app_role";
