-- What is fixed when a request is made never changes, and a request is decided once. What is sealed may be sealed again under another key,
-- by the owner of the table alone (npm run admin -- rotate-key).
-- FD003: an edge that is none. FD004: a fixed column, a decision, or the moment it was collected would change.
create or replace function approvals_guard() returns trigger
  language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('waiting', 'approved'), ('waiting', 'rejected'), ('waiting', 'cancelled'), ('waiting', 'lapsed')
    -- End of the pairs.
  ) then
    raise exception 'a request cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.kind, new.object_type, new.object_id, new.action, new.object_version, new.payload, new.before, new.after, new.amount, new.merchant_id, new.maker, new.expires_at)
     is distinct from
     (old.kind, old.object_type, old.object_id, old.action, old.object_version, old.payload, old.before, old.after, old.amount, old.merchant_id, old.maker, old.expires_at)
     or (new.sealed is distinct from old.sealed and current_user <> (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid))
     or (old.status <> 'waiting' and (new.checker, new.decided_at, new.alone, new.collect_until) is distinct from (old.checker, old.decided_at, old.alone, old.collect_until))
     or (old.collected_at is not null and new.collected_at is distinct from old.collected_at) then
    raise exception 'this column of a request never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger approvals_guard before update on approvals for each row execute function approvals_guard();

revoke all on function approvals_guard from public;
grant execute on function approvals_guard to :"app_role";
