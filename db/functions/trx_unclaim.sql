-- Gives a claimed TrxID back: its object was proven by another one, or a message showed that it belongs to something else.
-- Locks: the TrxID's row. Answers nothing; a proven one stays. FD002: as trx_used_guard.
create or replace function trx_unclaim(p_operator text, p_key text, p_direction text, p_type text, p_id bigint) returns void
  language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  delete from trx_used where operator = p_operator and trx_key = p_key and direction = p_direction and object_type = p_type and object_id = p_id and sms_id is null;
$$;

revoke all on function trx_unclaim from public;
grant execute on function trx_unclaim to :"app_role";
