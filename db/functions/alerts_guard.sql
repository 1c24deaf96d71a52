-- The life of an alert: a resolved one stays as it is, and no alert becomes one about something else.
-- FD003: the alert is resolved, or an edge that is none. FD004: kind or object would change.
create or replace function alerts_guard() returns trigger
  language plpgsql as $$
begin
  if old.status = 'resolved' then
    raise exception 'a resolved alert never changes' using errcode = 'FD003';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('open', 'claimed'), ('open', 'muted'), ('open', 'resolved'), ('muted', 'claimed'), ('claimed', 'open'), ('claimed', 'muted'),
    ('claimed', 'resolved'), ('muted', 'open'), ('muted', 'resolved')
    -- End of the pairs.
  ) then
    raise exception 'an alert cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.kind, new.object_type, new.object_id) is distinct from (old.kind, old.object_type, old.object_id) then
    raise exception 'this column of an alert never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger alerts_guard before update on alerts for each row execute function alerts_guard();

revoke all on function alerts_guard from public;
grant execute on function alerts_guard to :"app_role";
