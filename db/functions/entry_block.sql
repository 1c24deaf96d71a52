-- The block of an id that entry_ids_again gave, see entries_again in db/schema/ledger.sql. The inverse of entry_id_in. Pure.
create or replace function entry_block(p_id bigint) returns bigint
  language sql immutable parallel safe as $$
  select ((p_id >> 12) << 7) | ((p_id >> 2) & 127);
$$;

revoke all on function entry_block from public;
