-- The life of a file of an export.
-- FD003: an edge that is none.
create or replace function export_files_guard() returns trigger
  language plpgsql as $$
begin
  if (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('waiting', 'running'), ('waiting', 'failed'), ('running', 'waiting'), ('running', 'ready'), ('running', 'failed'),
    ('ready', 'expired')
    -- End of the pairs.
  ) then
    raise exception 'a file of an export cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  return new;
end $$;

create or replace trigger export_files_guard before update on export_files for each row when (old.status <> new.status) execute function export_files_guard();

revoke all on function export_files_guard from public;
grant execute on function export_files_guard to :"app_role";
