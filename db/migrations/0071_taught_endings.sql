-- Endings that people have called harmless. What one says never changes; only an edge of its state is written, so that every
-- decision about money can tell who let which words pass, and when.
create table sms_endings (
  id bigint primary key,
  operator text not null,
  text text not null check (length(text) between 8 and 200),
  note text,
  -- The message that it was taught from.
  -- No reference: messages are partitioned by month and may be dropped when their time is over.
  sms_id bigint,
  status text not null default 'draft' check (status in ('draft', 'on', 'off')),
  created_by bigint not null references users,
  created_at timestamptz not null,
  switched_by bigint references users,
  switched_at timestamptz,
  version int not null default 1,
  check ((status = 'draft') = (switched_at is null)),
  check ((switched_by is null) = (switched_at is null))
);
create unique index sms_endings_same on sms_endings (operator, lower(text));
create index sms_endings_on on sms_endings (operator, id) where status = 'on';

create function sms_endings_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (('draft', 'on'), ('on', 'off'), ('off', 'on')) then
    raise exception 'an ending cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.id, new.operator, new.text, new.note, new.sms_id, new.created_by, new.created_at)
     is distinct from (old.id, old.operator, old.text, old.note, old.sms_id, old.created_by, old.created_at) then
    raise exception 'this column of an ending never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;
create trigger sms_endings_guard before update on sms_endings for each row execute function sms_endings_guard();

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant select, insert on sms_endings to %I', v_app);
  execute format('grant update (status, switched_by, switched_at, version) on sms_endings to %I', v_app);
  execute format('grant execute on function sms_endings_guard() to %I', v_app);
end $$;
