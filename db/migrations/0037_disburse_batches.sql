-- Batch payouts: a merchant's file, its rows, and what became of each.

create table disburse_batches (
  id bigint primary key,
  merchant_id bigint not null references merchants (id),
  user_id bigint not null references users (id),
  account text not null,
  remote_ip text,
  file_name text not null,
  -- Hash of what the rows say, not of how the file writes it: the same rows are the same batch.
  hash bytea not null,
  status text not null default 'running' check (status in ('running', 'done', 'stopped')),
  row_count int not null check (row_count > 0),
  waiting int not null default 0 check (waiting >= 0),
  created int not null default 0 check (created >= 0),
  existing int not null default 0 check (existing >= 0),
  failed int not null default 0 check (failed >= 0),
  stopped int not null default 0 check (stopped >= 0),
  -- Of the rows that were accepted when the file came.
  amount bigint not null check (amount >= 0),
  fee bigint not null check (fee >= 0),
  finished_at timestamptz,
  version int not null default 1,
  unique (merchant_id, hash),
  check (waiting + created + existing + failed + stopped = row_count),
  check ((status = 'running') = (finished_at is null))
);
create index disburse_batches_merchant on disburse_batches (merchant_id, id);
create index disburse_batches_running on disburse_batches (id) where status = 'running';

create table disburse_batch_rows (
  batch_id bigint not null references disburse_batches (id),
  line int not null check (line > 0),
  -- The file's own texts.
  merchant_order_id text not null,
  operator text not null,
  amount_text text not null,
  customer text not null,
  user_ref text not null,
  -- Null: the row can never become an order (it cannot be read, or an earlier row has its number).
  amount bigint check (amount > 0),
  status text not null default 'waiting' check (status in ('waiting', 'created', 'existing', 'failed', 'stopped')),
  code text,
  field text,
  order_id bigint,
  primary key (batch_id, line),
  check ((status in ('created', 'existing')) = (order_id is not null)),
  check (status not in ('waiting', 'created') or amount is not null)
);
create index disburse_batch_rows_waiting on disburse_batch_rows (batch_id, line) where status = 'waiting';
-- An order is made by one row, ever.
create unique index disburse_batch_rows_order on disburse_batch_rows (order_id) where status = 'created';

-- What a file said never changes, and a row that has its order keeps it.
create function disburse_batch_rows_guard() returns trigger language plpgsql as $$
begin
  if (new.batch_id, new.line, new.merchant_order_id, new.operator, new.amount_text, new.customer, new.user_ref)
     is distinct from (old.batch_id, old.line, old.merchant_order_id, old.operator, old.amount_text, old.customer, old.user_ref)
     or new.amount is distinct from old.amount then
    raise exception 'this column of a batch row never changes' using errcode = 'FD004';
  end if;
  if old.status in ('created', 'existing') and (new.status, new.order_id) is distinct from (old.status, old.order_id) then
    raise exception 'a batch row that is % stays so', old.status using errcode = 'FD003';
  end if;
  return new;
end $$;
create trigger disburse_batch_rows_guard before update on disburse_batch_rows for each row execute function disburse_batch_rows_guard();

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant select, insert on disburse_batches, disburse_batch_rows to %I', v_app);
  execute format('grant update (status, waiting, created, existing, failed, stopped, finished_at, version) on disburse_batches to %I', v_app);
  execute format('grant update (status, code, field, order_id) on disburse_batch_rows to %I', v_app);
  execute format('grant execute on function disburse_batch_rows_guard() to %I', v_app);
end $$;
