-- The millisecond of an id, since 1970. Ids begin at 2020-01-01 and hold the millisecond above twelve bits (rule 25). Pure.
create or replace function ms_of_id(p_id bigint) returns bigint
  language sql immutable parallel safe
  return (p_id >> 12) + 1577836800000;

revoke all on function ms_of_id from public;
grant execute on function ms_of_id to :"app_role";
