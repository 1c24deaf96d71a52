-- Records attempts: [{id, lease, outcome: delivered|waiting|failed|stopped, attempt: {at, code, ms, body_start, error}, code, next_at, alert_id}].
-- A delivered row moves to the history whoever holds the lease now; any other outcome counts only under its own lease. The order shows its
-- newest notification, and the newest may be one that is never sent and stands in the history from the beginning.
-- The newest fifty attempts stay: whoever sends one again without end must not grow a row without bound, delivered or not.
-- With the owner's rights, because a notification leaves the outbox here and in outbox_tidy only, where it is also kept.
-- Locks: payments by id, then disburses by id, then the rows of the outbox; alerts of failed deliveries last,
-- which merchants_served alone raise.
-- Answers the orders whose notification state changed ('payment', 'disburse'), and the rows that may go now ('next').
create or replace function outbox_record(p_now timestamptz, p jsonb) returns table (kind text, id bigint, version int, merchant_id bigint)
  language plpgsql security definer
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off
  set search_path = pg_catalog, public, pg_temp as $$
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
      returning o.id, o.merchant_id, o.object_type, o.object_id, o.type, o.url, o.body, 'delivered' as status, o.attempts + 1 as attempts, jsonb_path_query_array(o.attempt_log || r.attempt, '$[last-49 to last]') as attempt_log, r.code, null::timestamptz as next_at, o.by_hand, r.alert_id
    ), moved as (
      insert into deliveries (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log, last_code, delivered_at)
        select g.id, g.merchant_id, g.object_type, g.object_id, g.type, g.url, g.body, g.status, g.attempts, g.attempt_log, g.code, p_now from gone g
    ), kept as (
      update outbox o set status = r.outcome, attempts = o.attempts + 1, last_code = r.code, next_at = r.next_at, lease_until = null,
          attempt_log = jsonb_path_query_array(o.attempt_log || r.attempt, '$[last-49 to last]')
        from r where o.id = r.id and r.outcome <> 'delivered' and o.lease_until = r.lease
        returning o.id, o.merchant_id, o.object_type, o.object_id, o.type, o.status, o.attempts, o.last_code as code, o.next_at, o.by_hand, r.alert_id
    ), done as (
      select g.id, g.merchant_id, g.object_type, g.object_id, g.type, g.status, g.attempts, g.code, g.next_at, g.by_hand, g.alert_id from gone g
      union all select * from kept
    ), newest as (
      -- The order shows its newest notification; an older one that went late does not speak for it.
      select d.* from done d where not exists (select 1 from outbox n where n.object_id = d.object_id and n.id > d.id)
        and not exists (select 1 from deliveries n where n.object_id = d.object_id and n.id > d.id)
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
      select alerts_raise(jsonb_agg(jsonb_build_object('id', f.alert_id, 'kind', 'delivery_failed', 'object_type', 'merchant', 'object_id', f.merchant_id, 'merchant_id', f.merchant_id,
          'data', jsonb_build_object('delivery', f.id::text, 'type', f.type, 'status', f.status, 'code', f.code)))) as raised
        from (select distinct on (d.merchant_id) d.* from done d join merchants_served m on m.id = d.merchant_id where d.status in ('failed', 'stopped') order by d.merchant_id, d.id desc) f having count(*) > 0
    )
    select 'payment', t.id, t.version, t.merchant_id from paid t
    union all select 'disburse', t.id, t.version, t.merchant_id from disbursed t
    union all select 'next', s.id, 0, s.merchant_id from pulled s
    -- No row, but asked for: what nobody reads is not run.
    union all select 'alert', 0, 0, 0 from alerted a where a.raised is null;
end $$;

revoke all on function outbox_record from public;
grant execute on function outbox_record to :"app_role";
