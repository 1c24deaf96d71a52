-- The life of a bulk job.
-- FD003: an edge that is none.
create or replace function bulk_jobs_guard() returns trigger
  language plpgsql as $$
begin
  if (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('checking', 'draft'), ('checking', 'cancelled'), ('draft', 'running'), ('draft', 'cancelled'), ('running', 'paused'),
    ('running', 'done'), ('running', 'cancelled'), ('paused', 'running'), ('paused', 'cancelled')
    -- End of the pairs.
  ) then
    raise exception 'a bulk job cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  return new;
end $$;

create or replace trigger bulk_jobs_guard before update on bulk_jobs for each row when (old.status <> new.status) execute function bulk_jobs_guard();

revoke all on function bulk_jobs_guard from public;
grant execute on function bulk_jobs_guard to :"app_role";
