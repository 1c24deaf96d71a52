-- The id of one of the four lines of a block, see entries_again in db/schema/ledger.sql. Pure.
create or replace function entry_id_in(p_block bigint, p_line bigint) returns bigint
  language sql immutable parallel safe as $$
  select ((p_block >> 7) << 12) | 3584 | ((p_block & 127) << 2) | p_line;
$$;

revoke all on function entry_id_in from public;
