-- Message rules of the platform's own people. What a rule says never changes: a new wording is a new edition, so that every
-- message can tell which words it was read by. Only an edge of its state is written.
create table sms_rules (
  id bigint primary key,
  operator text not null,
  class text not null,
  template text not null check (length(template) between 20 and 1000),
  note text not null,
  status text not null default 'draft' check (status in ('draft', 'on', 'off')),
  edition int not null default 1 check (edition > 0),
  replaces bigint references sms_rules,
  created_by bigint not null references users,
  created_at timestamptz not null,
  switched_by bigint references users,
  switched_at timestamptz,
  version int not null default 1,
  check ((status = 'draft') = (switched_at is null)),
  check ((switched_by is null) = (switched_at is null))
);
create unique index sms_rules_same on sms_rules (operator, class, md5(template));
create unique index sms_rules_replaced on sms_rules (replaces) where replaces is not null;
create index sms_rules_on on sms_rules (operator, id) where status = 'on';

create function sms_rules_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (('draft', 'on'), ('on', 'off'), ('off', 'on')) then
    raise exception 'a rule cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.id, new.operator, new.class, new.template, new.note, new.edition, new.replaces, new.created_by, new.created_at)
     is distinct from (old.id, old.operator, old.class, old.template, old.note, old.edition, old.replaces, old.created_by, old.created_at) then
    raise exception 'this column of a rule never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;
create trigger sms_rules_guard before update on sms_rules for each row execute function sms_rules_guard();

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant select, insert, update on sms_rules to %I', v_app);
  execute format('grant execute on function sms_rules_guard() to %I', v_app);
end $$;
