-- Takes blocks for so many entries behind an id, for a call that was overtaken (see entries_again in db/schema/ledger.sql).
-- Locks: advisory 4174, for the length of one expression, whose parts are worked out from left to right: nothing can be cancelled in
-- between, and nobody waits for anything while holding it. Answers the id of the last entry.
create or replace function entry_ids_again(p_after bigint, p_count bigint) returns bigint
  language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_locked text;
  v_last bigint;
  v_freed boolean;
begin
  select pg_advisory_lock(4174)::text,
         setval('entries_again', greatest(nextval('entries_again'), ((p_after >> 12) + 1) << 7) + ((p_count + 3) >> 2) - 1),
         pg_advisory_unlock(4174)
    into v_locked, v_last, v_freed;
  return entry_id_in(v_last, (p_count - 1) & 3);
end $$;

revoke all on function entry_ids_again from public;
