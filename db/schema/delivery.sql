-- Notifications to merchants: what is to be sent, what was, and the keys that sign it.

-- A row is a notification that is to be sent, or was given up less than a month ago (after that it is in deliveries, and still waits for a person). Rows stand by target: a hanging target never stands
-- before others. Every row is written, leased and deleted within a second, so dead rows are cleared at once instead of after 20 % of the table.
create table outbox (
  id bigint primary key,
  merchant_id bigint not null,
  object_type text not null,
  object_id bigint not null,
  type text not null,
  url text,
  -- The exact bytes that are signed and sent.
  body text not null,
  status text not null check (status in ('waiting', 'failed', 'stopped', 'delivered', 'none')),
  attempts int not null default 0,
  attempt_log jsonb not null default '[]',
  last_code int,
  next_at timestamptz,
  lease_until timestamptz,
  -- A resend by hand is tried at once and does not wait for its neighbours.
  by_hand boolean not null default false,
  give_up_at timestamptz,
  -- Host and port of the target; '?' where the address is none (such a row fails at its first attempt).
  target text generated always as (coalesce(lower(substring(url from '^[hH][tT][tT][pP][sS]?://([^/?#\\]+)')), '?')) stored
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
create index outbox_due on outbox (target, next_at) where status = 'waiting';
create index outbox_unsent on outbox (status, id) where status in ('none', 'failed', 'stopped');
create index outbox_object on outbox (object_id, id);
create index outbox_merchant on outbox (merchant_id, id);
-- A notification leaves only as a delivered or ended one, in outbox_record and outbox_tidy, and what it says cannot be changed.
grant select, insert, update (status, url, by_hand, next_at, lease_until, give_up_at) on outbox to :"app_role";

-- A row is a notification whose way is over: delivered, given up, or never to be sent. By month.
create table deliveries (
  id bigint not null,
  merchant_id bigint not null,
  object_type text not null,
  object_id bigint not null,
  type text not null,
  url text,
  body text not null,
  status text not null,
  attempts int not null,
  attempt_log jsonb not null,
  last_code int,
  delivered_at timestamptz not null default now(),
  primary key (id)
) partition by range (id);
create index deliveries_object on deliveries (object_id);
create index deliveries_merchant on deliveries (merchant_id, id);
create index deliveries_undelivered on deliveries (status, id) where status <> 'delivered';
-- Whether a merchant has any that were given up, however long ago.
create index deliveries_given_up on deliveries (merchant_id, id) where status in ('failed', 'stopped');
-- A resend takes a row back out of the history, under the same id.
grant select, insert, delete on deliveries to :"app_role";

-- A row is a pair of keys that notifications are signed with.
create table webhook_keys (
  id text primary key,
  public_key bytea not null,
  private_key bytea not null,
  from_at timestamptz not null default now(),
  until_at timestamptz
);
grant select, insert, update (until_at) on webhook_keys to :"app_role";
