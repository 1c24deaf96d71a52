-- What is fixed when a change is scheduled never changes, and what was applied stays so.
-- FD003: an edge that is none. FD004: a fixed column would change.
create or replace function config_schedules_guard() returns trigger
  language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('waiting', 'applied'), ('waiting', 'held'), ('waiting', 'refused'), ('waiting', 'cancelled'), ('held', 'cancelled'),
    ('refused', 'cancelled'), ('cancelled', 'waiting'), ('cancelled', 'held'), ('cancelled', 'refused')
    -- End of the pairs.
  ) then
    raise exception 'a scheduled change cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.due_at, new.changes, new.reason, new.maker, new.maker_account, new.checker, new.checker_account, new.created_at, new.ends) is distinct from
     (old.due_at, old.changes, old.reason, old.maker, old.maker_account, old.checker, old.checker_account, old.created_at, old.ends)
     or (old.applied_version is not null and new.applied_version is distinct from old.applied_version) then
    raise exception 'this column of a scheduled change never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger config_schedules_guard before update on config_schedules for each row execute function config_schedules_guard();

revoke all on function config_schedules_guard from public;
grant execute on function config_schedules_guard to :"app_role";
