/** What the ledger integrity check asks of the wallets' days: id and facts of each row that breaks it. */
import type { IntegrityChecks } from "../../core/ledger/integrity.ts";

export const DAY_CHECKS: IntegrityChecks = {
  // Statistics, reconciliation and day close are made of these sums.
  days_are_entries: `select r.account_id::text as id, jsonb_build_object('seq', r.seq, 'stored', r.balance, 'days_seq', coalesce(d.count, 0), 'days', coalesce(d.change, 0), 'entries', coalesce(e.after_balance, o.balance, 0)) as facts
    from ledger_rollup r left join (select account_id, sum(change) as change, sum(count) as count from account_days group by account_id) d on d.account_id = r.account_id
    left join entries e on e.account_id = r.account_id and e.seq = r.seq left join account_openings o on o.account_id = r.account_id and o.seq = r.seq
    where r.balance <> coalesce(d.change, 0) or r.seq <> coalesce(d.count, 0) or r.balance <> coalesce(e.after_balance, o.balance, 0)`,
  flows_are_days: `select d.account_id::text as id, jsonb_build_object('day', d.day, 'days', d.change, 'flows', coalesce(f.change, 0)) as facts from account_days d join accounts a on a.id = d.account_id and a.kind = 'wallet'
    left join (select wallet_id, day, sum(credit - debit) as change from wallet_flows where side = 'wallet' group by wallet_id, day) f on f.wallet_id = a.owner_id and f.day = d.day
    where d.change <> coalesce(f.change, 0)`,
};
