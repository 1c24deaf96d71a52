-- The smallest id of an instant: a range of dates is a range of ids (rule 25). Pure; locks nothing.
create or replace function id_at(p_at timestamptz) returns bigint
  language sql immutable parallel safe
  return ((floor(extract(epoch from p_at) * 1000))::bigint - 1577836800000) << 12;

revoke all on function id_at from public;
grant execute on function id_at to :"app_role";
