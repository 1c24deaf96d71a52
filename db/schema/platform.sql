-- What every part of the platform uses: settings, answers kept by key, live events, the audit trail.

-- A row is a fact about this database that is written once, by name.
create table meta (
  key text primary key,
  value jsonb not null
);
grant select, insert on meta to :"app_role";

-- The one row is the platform's configuration as it is now.
create table config (
  id int primary key default 1 check (id = 1),
  version int not null check (version > 0),
  value jsonb not null,
  updated_at timestamptz not null default now()
);
grant select, insert, update on config to :"app_role";

-- A row is what one change of the configuration changed: who made it and who approved it, why where they said so, and which version's
-- values it put back.
create table config_history (
  version int primary key,
  at timestamptz not null default now(),
  user_id bigint,
  account text,
  checker text,
  changes jsonb not null,
  reason text,
  restored int check (restored < version),
  schedule int
);
grant select, insert on config_history to :"app_role";

-- A row is a change of the configuration that takes effect at a moment, with what is expected to stand then; it makes one version at the
-- most (config_schedules_guard). One with an end is two rows: the change, and its end, which puts back what stood before it.
create table config_schedules (
  id int generated always as identity primary key,
  version int not null default 1,
  status text not null default 'waiting' check (status in ('waiting', 'applied', 'held', 'refused', 'cancelled')),
  due_at timestamptz not null,
  changes jsonb not null,
  reason text,
  maker bigint not null,
  maker_account text not null,
  checker bigint,
  checker_account text,
  created_at timestamptz not null default now(),
  ended_at timestamptz check ((ended_at is null) = (status = 'waiting')),
  problem jsonb check ((problem is not null) = (status in ('held', 'refused')) or status = 'cancelled'),
  applied_version int unique references config_history (version) check ((applied_version is not null) = (status = 'applied')),
  -- Who took it away by hand, and may bring it back. Null: it was not, or another one took its place.
  cancelled_by bigint check (cancelled_by is null or status = 'cancelled'),
  -- The change whose end this is. Null: it is none.
  ends int unique references config_schedules (id) check (ends < id)
);
create index config_schedules_waiting on config_schedules (due_at) where status = 'waiting';
create index config_schedules_undecided on config_schedules (id) where status in ('held', 'refused');
create unique index config_history_schedule on config_history (schedule);
grant select, insert, update (applied_version, cancelled_by, ended_at, problem, status, version) on config_schedules to :"app_role";

-- A row is the answer to a call that came with an idempotency key: the same call again gets the same answer.
create table idempotency_keys (
  actor text not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  status int,
  response text,
  at timestamptz not null default now(),
  primary key (actor, route, key)
);
create index idempotency_keys_at on idempotency_keys (at);
grant select, insert, update, delete on idempotency_keys to :"app_role";

-- A row is a change that open screens are told of, kept for ten minutes so that a stream can resume (rule 33).
create table live_events (
  id bigint primary key,
  kind text not null,
  object_id bigint not null,
  version int not null,
  change text not null check (change in ('created', 'changed')),
  -- Null: platform only; else also this merchant's users.
  merchant_id bigint
);
grant select, insert, delete on live_events to :"app_role";

-- A row is a process that runs jobs and sends notifications, and when it last said so. It says it every five seconds and deletes its row
-- when it stops; a row that grows old is a worker that died.
create table worker_heartbeats (
  id text primary key,
  host text not null,
  pid int not null,
  started_at timestamptz not null default clock_timestamp(),
  beat_at timestamptz not null
) with (fillfactor = 50);
grant select, insert, update, delete on worker_heartbeats to :"app_role";

-- A row is an act of somebody: who, what, on what, before and after. Rows are added and never change (refuse_change).
create table audit (
  id bigint primary key,
  actor_type text not null,
  actor_id bigint,
  account text,
  merchant_id bigint,
  ip text,
  action text not null,
  object_type text not null,
  object_id text,
  before jsonb,
  after jsonb,
  approval_id bigint,
  at timestamptz not null default clock_timestamp()
);
create index audit_actor on audit (actor_id, id);
create index audit_object on audit (object_type, object_id, id);
create index audit_merchant on audit (merchant_id, id) where merchant_id is not null;
create index audit_of on audit (object_id) where object_id is not null;
grant select, insert on audit to :"app_role";

-- A row seals one row of the audit trail: its hash covers the hash before it (audit_seal; rule 24).
create table audit_seals (
  seq bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null
);
grant select on audit_seals to :"app_role";
