-- Notifications, idempotency, audit, live events, statistics, alerts.

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
  give_up_at timestamptz
) with (fillfactor = 70);
create index outbox_due on outbox (next_at) where status = 'waiting';
create index outbox_object on outbox (object_id, id);
create index outbox_merchant on outbox (merchant_id, id);

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

create table webhook_keys (
  id text primary key,
  public_key bytea not null,
  private_key bytea not null,
  from_at timestamptz not null default now(),
  until_at timestamptz
);

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
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();

create table audit_seals (
  seq bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null
);
create trigger audit_seals_append_only before update or delete on audit_seals for each row execute function refuse_change();
create trigger audit_seals_no_truncate before truncate on audit_seals for each statement execute function refuse_change();

create function audit_digest(p_previous bytea, p_row audit) returns bytea language sql stable as $$
  select sha256(p_previous || convert_to(jsonb_build_array(p_row.id, p_row.actor_type, p_row.actor_id, p_row.account, p_row.merchant_id, p_row.ip, p_row.action,
    p_row.object_type, p_row.object_id, p_row.before, p_row.after, p_row.approval_id, extract(epoch from p_row.at)::text)::text, 'UTF8'));
$$;

-- One sealer at a time; chains what is committed in the order of its ids (decision 24).
create function audit_seal() returns int
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_seq bigint;
  v_hash bytea;
  v_row audit;
  v_count int := 0;
begin
  if not pg_try_advisory_xact_lock(4101) then return 0; end if;
  select seq, hash into v_seq, v_hash from audit_seals order by seq desc limit 1;
  v_seq := coalesce(v_seq, 0);
  v_hash := coalesce(v_hash, '\x00'::bytea);
  for v_row in select a.* from audit a where not exists (select 1 from audit_seals s where s.audit_id = a.id) order by a.id limit 5000 loop
    v_seq := v_seq + 1;
    v_hash := audit_digest(v_hash, v_row);
    insert into audit_seals (seq, audit_id, hash) values (v_seq, v_row.id, v_hash);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

-- Ten minutes of live events, so that a stream can resume (decision 33).
create table live_events (
  id bigint primary key,
  kind text not null,
  object_id bigint not null,
  version int not null,
  change text not null check (change in ('created', 'changed')),
  -- Null: platform only; else also this merchant's users.
  merchant_id bigint
);

-- Deltas written by the batches, folded into hourly figures by a job.
create table stats_delta (
  hour timestamptz not null,
  merchant_id bigint not null,
  operator text not null,
  created_count int not null default 0,
  created_amount bigint not null default 0,
  completed_count int not null default 0,
  completed_amount bigint not null default 0,
  fees bigint not null default 0,
  disbursed_count int not null default 0,
  disbursed_amount bigint not null default 0
);
create table stats_hourly (
  hour timestamptz not null,
  merchant_id bigint not null,
  operator text not null,
  created_count bigint not null default 0,
  created_amount bigint not null default 0,
  completed_count bigint not null default 0,
  completed_amount bigint not null default 0,
  fees bigint not null default 0,
  disbursed_count bigint not null default 0,
  disbursed_amount bigint not null default 0,
  primary key (hour, merchant_id, operator)
);
create index stats_hourly_merchant on stats_hourly (merchant_id, hour);

-- What needs a person (domain text section 10).
create table alerts (
  id bigint primary key,
  kind text not null,
  object_type text not null,
  object_id bigint,
  merchant_id bigint,
  amount bigint,
  data jsonb not null default '{}',
  status text not null default 'open' check (status in ('open', 'claimed', 'resolved', 'muted')),
  claimed_by bigint,
  resolved_by bigint,
  resolved_at timestamptz,
  muted_until timestamptz,
  note text,
  version int not null default 1
);
create unique index alerts_open on alerts (kind, object_type, coalesce(object_id, 0)) where status in ('open', 'claimed', 'muted');
create index alerts_status on alerts (status, id);

-- Results of the proof of the books.
create table proofs (
  id bigint primary key,
  ok boolean not null,
  entries bigint not null,
  accounts bigint not null,
  orders bigint not null,
  findings jsonb not null,
  checked_at timestamptz not null default now()
);
