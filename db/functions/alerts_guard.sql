-- A resolved alert stays as it is, and no alert becomes one about something else.
-- FD003: the alert is resolved. FD004: kind or object would change.
create or replace function alerts_guard() returns trigger
  language plpgsql as $$
begin
  if old.status = 'resolved' then
    raise exception 'a resolved alert never changes' using errcode = 'FD003';
  end if;
  if (new.kind, new.object_type, new.object_id) is distinct from (old.kind, old.object_type, old.object_id) then
    raise exception 'this column of an alert never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger alerts_guard before update on alerts for each row execute function alerts_guard();

revoke all on function alerts_guard from public;
grant execute on function alerts_guard to :"app_role";
