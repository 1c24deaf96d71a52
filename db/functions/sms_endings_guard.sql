-- The life of a harmless ending; what one says never changes.
-- FD003: an edge that is none. FD004: a fixed column would change.
create or replace function sms_endings_guard() returns trigger
  language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('draft', 'on'), ('on', 'off'), ('off', 'on')
    -- End of the pairs.
  ) then
    raise exception 'an ending cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.id, new.operator, new.text, new.note, new.sms_id, new.created_by, new.created_at)
     is distinct from (old.id, old.operator, old.text, old.note, old.sms_id, old.created_by, old.created_at) then
    raise exception 'this column of an ending never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger sms_endings_guard before update on sms_endings for each row execute function sms_endings_guard();

revoke all on function sms_endings_guard from public;
grant execute on function sms_endings_guard to :"app_role";
