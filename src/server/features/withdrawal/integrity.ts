/** What the ledger integrity check asks of withdrawals: id and facts of each row that breaks it. */
import type { IntegrityChecks } from "../../core/ledger/integrity.ts";

export const WITHDRAWAL_CHECKS: IntegrityChecks = {
  withdrawal_entries: `select w.id::text as id, jsonb_build_object('status', w.status, 'order', w.amount, 'entries', coalesce(e.merchant, 0), 'held', coalesce(e.held, 0)) as facts from withdrawals w
    left join (select e.ref_id, sum(e.amount) filter (where a.kind = 'merchant') as merchant, sum(e.amount) filter (where a.kind = 'hold') as held
      from entries e join accounts a on a.id = e.account_id where e.ref_type = 'withdrawal' and a.kind in ('merchant', 'hold') group by e.ref_id) e on e.ref_id = w.id
    where w.id >= archived_before() and (coalesce(e.merchant, 0) <> case when w.status = 'rejected' then 0 else -w.amount end
      or coalesce(e.held, 0) <> case when w.status in ('pending', 'approved') then w.amount else 0 end)`,
  withdrawal_notified: `select w.id::text as id, '{}'::jsonb as facts from withdrawals w where w.status in ('paid', 'rejected')
    and not exists (select 1 from outbox o where o.object_id = w.id) and not exists (select 1 from deliveries d where d.object_id = w.id)`,
  withdrawal_trx: `select w.id::text as id, '{}'::jsonb as facts from withdrawals w where w.status = 'paid' and w.wallet_id is not null
    and not exists (select 1 from trx_used u where u.trx_key = w.trx_key and u.direction = 'debit' and u.object_type = 'withdrawal' and u.object_id = w.id)
    and not exists (select 1 from unreported_movements m where m.object_type = 'withdrawal' and m.object_id = w.id and m.ended_at is null)`,
};
