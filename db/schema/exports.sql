-- needs: parties, exceptions
-- Files that are made in the background, and exports that repeat.

-- A row is an export that repeats: what of which list or statement, how often, for whom. Only its owner sees it.
create table export_schedules (
  id int generated always as identity primary key,
  user_id bigint not null references users (id),
  -- The owner as he was when he last said yes to it: with another merchant, type or role it pauses, and he is asked again.
  merchant_id bigint references merchants (id),
  user_type text not null,
  role_id int,
  name text not null check (length(name) between 1 and 80),
  -- Word of the list's address, or what else a file can be of: EXPORT_SOURCES.
  list text not null,
  -- The list's own filters, search words and order. Days that move with the day of the run stand in date_range.
  filters jsonb not null,
  date_range text,
  -- Null: every column there is.
  columns text[],
  totals boolean not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  language text not null check (language in ('zh', 'en')),
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  on_day int,
  -- Minutes after midnight in Shanghai.
  at_minute int not null check (at_minute between 0 and 1439),
  -- Is told that a file is ready.
  channel text references alert_channels (channel),
  status text not null default 'active' check (status in ('active', 'paused')),
  pause_reason text check (pause_reason in ('by_person', 'owner_inactive', 'merchant_changed', 'role_changed', 'permission_lost', 'invalid')),
  next_at timestamptz not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  version int not null default 1,
  check ((status = 'paused') = (pause_reason is not null)),
  check (case frequency when 'daily' then on_day is null when 'weekly' then on_day is not null and on_day between 1 and 7 else on_day is not null and on_day between 1 and 31 end)
);
create index export_schedules_due on export_schedules (next_at) where status = 'active' and deleted_at is null;
create index export_schedules_user on export_schedules (user_id, id);
create index export_schedules_deleted on export_schedules (deleted_at) where deleted_at is not null;
grant select, insert, delete, update (merchant_id, user_type, role_id, name, filters, date_range, columns, totals, format, language, frequency, on_day, at_minute, channel, status, pause_reason, next_at, deleted_at, version) on export_schedules to :"app_role";

-- A row is a file that was asked for, by a person or by a schedule, and what became of it.
create table export_files (
  id int generated always as identity primary key,
  user_id bigint not null references users (id),
  -- The owner's merchant when it was asked for; null: of the platform.
  merchant_id bigint references merchants (id),
  -- Null: by hand, or the schedule is gone.
  schedule_id int references export_schedules (id) on delete set null,
  -- The moment that the run was due at, and how many before it were missed; null: somebody asked for it.
  due_at timestamptz,
  missed int not null default 0 check (missed >= 0),
  -- Days that move are counted from here.
  counted_from timestamptz not null,
  -- Name of the schedule then.
  name text,
  list text not null,
  filters jsonb not null,
  date_range text,
  columns text[],
  -- Public ids of the rows that were chosen one by one.
  ids text[],
  totals boolean not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  language text not null check (language in ('zh', 'en')),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'ready', 'failed', 'expired')),
  problem text check (problem in ('owner_inactive', 'merchant_changed', 'role_changed', 'permission_lost', 'invalid', 'too_many_rows', 'too_large', 'too_slow', 'no_room', 'internal')),
  -- How many rows there are, and the most that the file may hold.
  problem_rows bigint,
  problem_most bigint,
  -- Each beginning counts: who makes it writes under its number, and nobody under an older one.
  attempts int not null default 0 check (attempts >= 0),
  -- Beginnings that came to nothing by a fault; after some of them it fails.
  failures int not null default 0 check (failures >= 0),
  -- Waiting: not before; running: who makes it is gone when this has passed.
  lease_at timestamptz not null,
  file_name text,
  row_count bigint check (row_count >= 0),
  byte_count bigint not null default 0 check (byte_count >= 0),
  -- What its owner did not read when it was made: whoever reads less by now does not get it.
  masks text[] not null default '{}',
  created_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz,
  deleted_at timestamptz,
  -- It failed or expired, and the same was asked for again from its line: that is offered once.
  made_again boolean not null default false,
  version int not null default 1,
  check ((status in ('ready', 'failed', 'expired')) = (ended_at is not null)),
  check ((status = 'failed') = (problem is not null)),
  check (status not in ('ready', 'expired') or (file_name is not null and row_count is not null and expires_at is not null))
);
-- A moment makes one file, and a schedule one at a time.
create unique index export_files_due on export_files (schedule_id, due_at) where due_at is not null;
create unique index export_files_one on export_files (schedule_id) where schedule_id is not null and status in ('waiting', 'running') and deleted_at is null;
create index export_files_open on export_files (id) where status in ('waiting', 'running');
create index export_files_user on export_files (user_id, id);
create index export_files_schedule on export_files (schedule_id, id);
create index export_files_ready on export_files (expires_at) where status = 'ready';
create index export_files_deleted on export_files (deleted_at) where deleted_at is not null;
grant select, insert, delete, update (status, problem, problem_rows, problem_most, attempts, failures, lease_at, file_name, row_count, byte_count, masks, ended_at, expires_at, deleted_at, made_again, version) on export_files to :"app_role";

-- A row is a piece of a file, in their order; they go when it expires.
create table export_pieces (
  file_id int not null references export_files (id) on delete cascade,
  number int not null check (number >= 0),
  bytes bytea not null,
  primary key (file_id, number)
);
grant select, insert, delete on export_pieces to :"app_role";
