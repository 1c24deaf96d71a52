-- Gives back the TrxIDs of a transfer that fails after one side had moved: its messages stand unexplained again. With the owner's rights,
-- because the application may delete none by itself.
-- Locks: the TrxIDs' rows. Answers nothing. FD002: the transfer is not under way (trx_used_guard).
create or replace function trx_release(p_transfer bigint, p_operators text[], p_keys text[]) returns void
  language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  delete from trx_used u using unnest(p_operators, p_keys) as x (operator, key)
  where u.object_type = 'transfer' and u.object_id = p_transfer and u.operator = x.operator and u.trx_key = x.key;
$$;

revoke all on function trx_release from public;
grant execute on function trx_release to :"app_role";
