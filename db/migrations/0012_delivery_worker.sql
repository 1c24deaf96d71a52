-- The notification worker: rows by target (a hanging target never stands before others), claim and record in one call each.

-- Host and port of the target; '?' where the address is none (such a row fails at its first attempt).
alter table outbox add column target text generated always as (coalesce(lower(substring(url from '^[hH][tT][tT][pP][sS]?://([^/?#\\]+)')), '?')) stored;
drop index outbox_due;
create index outbox_due on outbox (target, next_at) where status = 'waiting';
create index outbox_unsent on outbox (status, id) where status in ('none', 'failed', 'stopped');
-- Every row is written, leased, and deleted within a second: dead rows are cleared at once instead of after 20 % of the table.
alter table outbox set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- Takes due rows: at most p_budgets[target] (else p_budget) of each target behind p_after, p_limit in all. A row behind an older
-- waiting one of its object is not taken; it is put off until that one's next try (recording the older one pulls it forward).
create function outbox_claim(p_now timestamptz, p_lease timestamptz, p_after text, p_budgets jsonb, p_budget int, p_limit int) returns setof outbox
  language plpgsql set jit = off set search_path = public, pg_temp as $$
begin
  return query
    with recursive targets (name) as (
        (select o.target from outbox o where o.status = 'waiting' and o.target > p_after order by o.target limit 1)
      union all
        select (select o.target from outbox o where o.status = 'waiting' and o.target > t.name order by o.target limit 1) from targets t where t.name is not null
    ), due as materialized (
      select d.id, d.object_id, d.by_hand
      from targets t cross join lateral (
        select o.id, o.object_id, o.by_hand from outbox o where o.status = 'waiting' and o.target = t.name and o.next_at <= p_now
        order by o.next_at limit coalesce((p_budgets ->> t.name)::int, p_budget) for update skip locked
      ) d
      limit p_limit
    ), judged as (
      select d.id, case when not d.by_hand then (select p.next_at from outbox p where p.object_id = d.object_id and p.id < d.id and p.status = 'waiting' and not p.by_hand order by p.id desc limit 1) end as behind
      from due d
    )
    update outbox o set next_at = case when j.behind is null then p_lease else greatest(j.behind, p_now + interval '1 second') end,
        lease_until = case when j.behind is null then p_lease end
      from judged j where o.id = j.id
      returning o.*;
end $$;

-- Gives claimed rows back without an attempt.
create function outbox_release(p_ids bigint[], p_lease timestamptz[], p_next timestamptz) returns void
  language sql set search_path = public, pg_temp as $$
  update outbox o set next_at = p_next, lease_until = null from unnest(p_ids, p_lease) as x (id, lease) where o.id = x.id and o.lease_until = x.lease;
$$;

-- Records attempts. p: [{id, lease, outcome: delivered|waiting|failed|stopped, attempt: {at, code, ms, body_start, error}, code, next_at, alert_id}].
-- A delivered row moves to the history whoever holds the lease now; any other outcome counts only under its own lease.
-- Answers the orders whose notification state changed ('payment', 'disburse'), and the rows that may go now ('next').
create function outbox_record(p_now timestamptz, p jsonb) returns table (kind text, id bigint, version int, merchant_id bigint)
  language plpgsql set jit = off set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_orders bigint[];
  v_low bigint;
  v_high bigint;
begin
  select array_agg(o.object_id), min(o.object_id), max(o.object_id) into v_orders, v_low, v_high
    from outbox o where o.id in (select (x ->> 'id')::bigint from jsonb_array_elements(p) x);
  -- Orders are locked in id order everywhere.
  perform 1 from payments t where t.id = any (v_orders) and t.id between v_low and v_high order by t.id for no key update;
  perform 1 from disburses t where t.id = any (v_orders) and t.id between v_low and v_high order by t.id for no key update;
  return query
    with r as materialized (
      select * from jsonb_to_recordset(p) as x (id bigint, lease timestamptz, outcome text, attempt jsonb, code int, next_at timestamptz, alert_id bigint)
    ), gone as (
      delete from outbox o using r where o.id = r.id and r.outcome = 'delivered'
      returning o.id, o.merchant_id, o.object_type, o.object_id, o.type, o.url, o.body, 'delivered' as status, o.attempts + 1 as attempts, o.attempt_log || r.attempt as attempt_log, r.code, null::timestamptz as next_at, o.by_hand, r.alert_id
    ), moved as (
      insert into deliveries (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log, last_code, delivered_at)
        select g.id, g.merchant_id, g.object_type, g.object_id, g.type, g.url, g.body, g.status, g.attempts, g.attempt_log, g.code, p_now from gone g
    ), kept as (
      update outbox o set status = r.outcome, attempts = o.attempts + 1, last_code = r.code, next_at = r.next_at, lease_until = null,
          -- A receiver that is down for weeks, with resends by hand, must not grow a row without bound.
          attempt_log = (case when jsonb_array_length(o.attempt_log) >= 50 then o.attempt_log - 0 else o.attempt_log end) || r.attempt
        from r where o.id = r.id and r.outcome <> 'delivered' and o.lease_until = r.lease
        returning o.id, o.merchant_id, o.object_type, o.object_id, o.type, o.status, o.attempts, o.last_code as code, o.next_at, o.by_hand, r.alert_id
    ), done as (
      select g.id, g.merchant_id, g.object_type, g.object_id, g.type, g.status, g.attempts, g.code, g.next_at, g.by_hand, g.alert_id from gone g
      union all select * from kept
    ), newest as (
      -- The order shows its newest notification; an older one that went late, by hand, does not speak for it.
      select d.* from done d where not exists (select 1 from outbox n where n.object_id = d.object_id and n.id > d.id)
        and not (d.by_hand and exists (select 1 from deliveries n where n.object_id = d.object_id and n.id > d.id))
    ), paid as (
      update payments t set notify_status = n.status, notify_attempts = n.attempts, notify_last_code = n.code, notify_next_at = n.next_at
        from newest n where n.object_type = 'payment' and t.id = n.object_id and t.id between v_low and v_high
        returning t.id, t.version, t.merchant_id
    ), disbursed as (
      update disburses t set notify_status = n.status, notify_attempts = n.attempts, notify_last_code = n.code, notify_next_at = n.next_at
        from newest n where n.object_type = 'disburse' and t.id = n.object_id and t.id between v_low and v_high
        returning t.id, t.version, t.merchant_id
    ), pulled as (
      update outbox s set next_at = p_now from done d
        where d.status <> 'waiting' and s.object_id = d.object_id and s.id > d.id and s.status = 'waiting' and s.attempts = 0 and s.lease_until is null and s.next_at > p_now
        returning s.id, s.merchant_id
    ), alerted as (
      insert into alerts (id, kind, object_type, object_id, merchant_id, data)
        select distinct on (d.merchant_id) d.alert_id, 'delivery_failed', 'merchant', d.merchant_id, d.merchant_id, jsonb_build_object('delivery', d.id::text, 'type', d.type, 'status', d.status, 'code', d.code)
        from done d where d.status in ('failed', 'stopped') order by d.merchant_id, d.id desc
        on conflict (kind, object_type, coalesce(object_id, 0)) where status in ('open', 'claimed', 'muted') do update set data = excluded.data, version = alerts.version + 1
    )
    select 'payment', t.id, t.version, t.merchant_id from paid t
    union all select 'disburse', t.id, t.version, t.merchant_id from disbursed t
    union all select 'next', s.id, 0, s.merchant_id from pulled s;
end $$;

-- What was never to be sent, and what was given up a month ago, leaves the small table for the history.
create function outbox_tidy(p_before bigint, p_limit int) returns int
  language plpgsql set jit = off set search_path = public, pg_temp as $$
declare
  v_count int;
begin
  with gone as (
    delete from outbox o where o.id in (select i.id from outbox i where i.status = 'none' or (i.status in ('failed', 'stopped') and i.id < p_before) order by i.id limit p_limit for update skip locked)
    returning o.*
  )
  insert into deliveries (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log, last_code)
    select g.id, g.merchant_id, g.object_type, g.object_id, g.type, g.url, g.body, g.status, g.attempts, g.attempt_log, g.last_code from gone g;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  -- A resend takes a row back out of the history, under the same id.
  execute format('grant delete on deliveries to %I', v_app);
  execute format('grant execute on function outbox_claim(timestamptz, timestamptz, text, jsonb, int, int), outbox_release(bigint[], timestamptz[], timestamptz), outbox_record(timestamptz, jsonb), outbox_tidy(bigint, int) to %I', v_app);
end $$;
