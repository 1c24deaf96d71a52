-- needs: parties, movements
-- Acts on many objects: jobs, and an item for each object.

-- A row is one act on many objects: what is to be done, by whom, and how far it is.
create table bulk_jobs (
  id bigint primary key,
  -- Of `src/contract/bulk.ts`.
  act text not null,
  maker bigint not null references users (id),
  account text not null,
  -- The session in which the maker started or resumed it; while it lives, the job acts for him.
  session_id bigint not null,
  -- The merchant whose own people's job it is; null: the platform's.
  merchant_id bigint references merchants (id),
  remote_ip text,
  -- The list's query whose objects were frozen; null: they were chosen one by one.
  filter jsonb,
  more boolean not null default false,
  reason text,
  -- What is put on each of them, and its edition as the maker saw it, where the act names one. Null: it does not.
  target_id bigint,
  target_edition int,
  status text not null default 'checking' check (status in ('checking', 'draft', 'running', 'paused', 'done', 'cancelled')),
  pause_reason text check (pause_reason in ('by_person', 'session_ended', 'user_inactive', 'permission_lost')),
  item_count int not null check (item_count > 0),
  unchecked int not null default 0 check (unchecked >= 0),
  waiting int not null default 0 check (waiting >= 0),
  blocked int not null default 0 check (blocked >= 0),
  done int not null default 0 check (done >= 0),
  asked int not null default 0 check (asked >= 0),
  failed int not null default 0 check (failed >= 0),
  skipped int not null default 0 check (skipped >= 0),
  -- Minor units: of everything that is not left out, and of what is done. What the maker said yes to stays as it was.
  amount bigint not null default 0 check (amount >= 0),
  done_amount bigint not null default 0 check (done_amount >= 0),
  started_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  check (unchecked + waiting + blocked + done + asked + failed + skipped = item_count),
  check ((status = 'paused') = (pause_reason is not null)),
  check ((target_id is null) = (target_edition is null)),
  check ((status in ('done', 'cancelled')) = (ended_at is not null)),
  check (status not in ('running', 'paused', 'done') or started_at is not null)
);
create index bulk_jobs_active on bulk_jobs (id) where status in ('checking', 'running');
create index bulk_jobs_maker on bulk_jobs (maker, id);
create index bulk_jobs_merchant on bulk_jobs (merchant_id, id);
create index bulk_jobs_unstarted on bulk_jobs (id) where started_at is null;
grant select, insert, delete, update (status, pause_reason, session_id, remote_ip, reason, more, item_count, unchecked, waiting, blocked, done, asked, failed, skipped, amount, done_amount, started_at, ended_at, version) on bulk_jobs to :"app_role";

-- A row is one object of a job, in the order in which they are worked off, and what came of it.
create table bulk_items (
  job_id bigint not null references bulk_jobs (id) on delete cascade,
  position int not null check (position > 0),
  object_id bigint not null,
  -- As the person saw it: the act is refused once the object has moved on. Null: the object has none.
  object_version int,
  -- Of the object when the job was made.
  amount bigint check (amount >= 0),
  merchant_id bigint,
  label text,
  -- The item's own proof of payment, where the act takes one.
  reference text,
  status text not null default 'unchecked' check (status in ('unchecked', 'waiting', 'blocked', 'done', 'asked', 'failed', 'skipped')),
  -- The rehearsal said that this one asks for a second approval.
  asks boolean not null default false,
  code text,
  state text,
  at timestamptz,
  primary key (job_id, position),
  -- An object stands in a job once.
  unique (job_id, object_id),
  check ((status in ('blocked', 'failed')) = (code is not null))
);
create index bulk_items_open on bulk_items (job_id, position) where status in ('unchecked', 'waiting');
grant select, insert, delete, update (status, asks, code, state, at) on bulk_items to :"app_role";

-- A row is a withdrawal that was written into a file for the bank. While it is open nobody puts it into another one, pays it
-- from a wallet or rejects it: the bank may be paying it.
create table bank_file_rows (
  -- The job that wrote the file.
  job_id bigint not null references bulk_jobs (id),
  withdrawal_id bigint not null references withdrawals (id),
  ended_at timestamptz,
  -- It was paid, or somebody cancelled the file.
  ended text check (ended in ('paid', 'cancelled')),
  primary key (job_id, withdrawal_id),
  check ((ended_at is null) = (ended is null))
);
create unique index bank_file_rows_open on bank_file_rows (withdrawal_id) where ended_at is null;
grant select, insert, update (ended_at, ended) on bank_file_rows to :"app_role";
