-- The life of a scheduled export.
-- FD003: an edge that is none.
create or replace function export_schedules_guard() returns trigger
  language plpgsql as $$
begin
  if (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('active', 'paused'), ('paused', 'active')
    -- End of the pairs.
  ) then
    raise exception 'a scheduled export cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  return new;
end $$;

create or replace trigger export_schedules_guard before update on export_schedules for each row when (old.status <> new.status) execute function export_schedules_guard();

revoke all on function export_schedules_guard from public;
grant execute on function export_schedules_guard to :"app_role";
