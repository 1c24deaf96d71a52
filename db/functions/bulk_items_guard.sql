-- The life of an item of a bulk job.
-- FD003: an edge that is none.
create or replace function bulk_items_guard() returns trigger
  language plpgsql as $$
begin
  if (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('unchecked', 'waiting'), ('unchecked', 'blocked'), ('unchecked', 'skipped'), ('waiting', 'done'), ('waiting', 'asked'),
    ('waiting', 'failed'), ('waiting', 'skipped')
    -- End of the pairs.
  ) then
    raise exception 'an item of a bulk job cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  return new;
end $$;

create or replace trigger bulk_items_guard before update on bulk_items for each row when (old.status <> new.status) execute function bulk_items_guard();

revoke all on function bulk_items_guard from public;
grant execute on function bulk_items_guard to :"app_role";
