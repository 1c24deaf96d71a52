-- Whether a movement of this object waits for its message: what was said of it may still be corrected by the message. Locks nothing.
create or replace function is_unreported(p_type text, p_id bigint) returns boolean
  language sql stable as $$
  select exists (select 1 from unreported_movements where object_type = p_type and object_id = p_id and ended_at is null);
$$;

revoke all on function is_unreported from public;
grant execute on function is_unreported to :"app_role";
