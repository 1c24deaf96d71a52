/** What must be true of payouts at every moment; part of the ledger integrity check. Each check answers the rows that break it: id and facts. */
import type { IntegrityChecks } from "../../core/ledger/integrity.ts";

const FINAL = "('completed', 'failed', 'rejected', 'cancelled')";
/** Nothing that an order has booked stands in an archived month. */
const KEPT = "d.id >= archived_before()";

export const DISBURSE_CHECKS: IntegrityChecks = {
  disburse_entries: `select d.id::text as id, jsonb_build_object('status', d.status, 'order', case when d.status in ${FINAL} then 0 else d.amount + d.fee end, 'entries', coalesce(e.total, 0)) as facts
    from disburses d left join (select e.ref_id, sum(e.amount) as total from entries e join accounts a on a.id = e.account_id and a.kind = 'hold' where e.ref_type = 'disburse' group by e.ref_id) e on e.ref_id = d.id
    where ${KEPT} and coalesce(e.total, 0) <> case when d.status in ${FINAL} then 0 else d.amount + d.fee end`,
  disburse_paid: `select d.id::text as id, jsonb_build_object('status', d.status, 'order', case when d.status = 'completed' and d.returned_at is null then d.amount + d.fee else 0 end, 'entries', -coalesce(e.total, 0)) as facts
    from disburses d left join (select ref_id, sum(amount) as total from entries where ref_type = 'disburse' and merchant_id is not null group by ref_id) e on e.ref_id = d.id
    where ${KEPT} and d.status in ${FINAL} and -coalesce(e.total, 0) <> case when d.status = 'completed' and d.returned_at is null then d.amount + d.fee else 0 end`,
  disburse_fee_earned: `select d.id::text as id, jsonb_build_object('order', case when d.status = 'completed' and d.returned_at is null then d.fee else 0 end, 'entries', coalesce(e.total, 0)) as facts
    from disburses d left join (select e.ref_id, sum(e.amount) as total from entries e join accounts a on a.id = e.account_id and a.kind = 'fees' where e.ref_type = 'disburse' group by e.ref_id) e on e.ref_id = d.id
    where ${KEPT} and coalesce(e.total, 0) <> case when d.status = 'completed' and d.returned_at is null then d.fee else 0 end`,
  disburse_one_attempt: `select d.id::text as id, jsonb_build_object('status', d.status, 'attempts', count(a.no) filter (where a.status <> 'failed')) as facts
    from disburses d left join disburse_attempts a on a.disburse_id = d.id group by d.id, d.status, d.attempt_count
    having count(a.no) filter (where a.status = 'completed') <> case when d.status = 'completed' then 1 else 0 end
      or count(a.no) filter (where a.status in ('created', 'sent')) <> case when d.status = 'processing' then 1 else 0 end
      or count(a.no) filter (where a.status = 'unknown') <> case when d.status = 'unknown' then 1 else 0 end or count(a.no) <> d.attempt_count`,
  disburse_active_attempt: `select coalesce(a.disburse_id, c.disburse_id)::text as id, '{}'::jsonb as facts
    from (select disburse_id, no, status = 'completed' as completed from disburse_attempts where status <> 'failed') a full join active_attempts c on c.disburse_id = a.disburse_id
    where (a.no, a.completed) is distinct from (c.no, c.completed)`,
  disburse_has_trx: `select d.id::text as id, '{}'::jsonb as facts from disburses d left join trx_used u on u.operator = d.operator and u.trx_key = d.trx_key and u.direction = 'debit' and u.object_type = 'disburse' and u.object_id = d.id
    where d.status = 'completed' and u.object_id is null and not exists (select 1 from unreported_movements m where m.object_type = 'disburse' and m.object_id = d.id and m.ended_at is null)`,
  disburse_notified: `select d.id::text as id, '{}'::jsonb as facts from disburses d where d.status in ${FINAL}
    and not exists (select 1 from outbox o where o.object_id = d.id) and not exists (select 1 from deliveries v where v.object_id = d.id)`,
};
