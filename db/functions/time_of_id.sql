-- The instant of an id (see ms_of_id). Pure; locks nothing.
create or replace function time_of_id(p_id bigint) returns timestamptz
  language sql immutable parallel safe
  return to_timestamp(((p_id >> 12) + 1577836800000) / 1000.0);

revoke all on function time_of_id from public;
grant execute on function time_of_id to :"app_role";
