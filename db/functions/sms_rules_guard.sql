-- The life of a message rule; what a rule says never changes, a new wording is a new edition.
-- FD003: an edge that is none. FD004: a fixed column would change.
create or replace function sms_rules_guard() returns trigger
  language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('draft', 'shadow'), ('draft', 'on'), ('shadow', 'on'), ('shadow', 'off'), ('on', 'off'), ('off', 'shadow'), ('off', 'on')
    -- End of the pairs.
  ) then
    raise exception 'a rule cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.id, new.operator, new.class, new.template, new.note, new.edition, new.replaces, new.line, new.created_by, new.created_at)
     is distinct from (old.id, old.operator, old.class, old.template, old.note, old.edition, old.replaces, old.line, old.created_by, old.created_at) then
    raise exception 'this column of a rule never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger sms_rules_guard before update on sms_rules for each row execute function sms_rules_guard();

revoke all on function sms_rules_guard from public;
grant execute on function sms_rules_guard to :"app_role";
