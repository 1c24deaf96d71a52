/** What the ledger integrity check asks of manual operations: id and facts of each row that breaks it. */
import type { IntegrityChecks } from "../../core/ledger/integrity.ts";

export const MANUAL_CHECKS: IntegrityChecks = {
  // An assignment completes its order: its entries are the order's.
  manual_entries: `select m.id::text as id, jsonb_build_object('status', m.status, 'order', case when m.status = 'applied' and m.kind <> 'assign_message' then m.amount else 0 end, 'entries', coalesce(e.total, 0)) as facts from manual_operations m
    left join (select e.ref_id, a.kind, abs(sum(e.amount)) as total from entries e join accounts a on a.id = e.account_id and a.kind in ('adjustments', 'b2b', 'unexplained', 'unreported')
      where e.ref_type = 'manual' group by e.ref_id, a.kind) e
      on e.ref_id = m.id and case when m.kind = 'payment_reversal' then e.kind in ('unexplained', 'unreported') else e.kind = case when m.kind in ('b2b_credit', 'b2b_debit') then 'b2b' else 'adjustments' end end
    where m.id >= archived_before() and coalesce(e.total, 0) <> case when m.status = 'applied' and m.kind <> 'assign_message' then m.amount else 0 end`,
};
