/** What the ledger check asks of wallets and their operators: id and facts of each row that breaks it. */
import type { IntegrityChecks } from "../ledger/integrity.ts";

export const WALLET_CHECKS: IntegrityChecks = {
  // Books = printed balance - open differences; what was said and not reported stands beside, in transit.
  books_follow_operator: `select c.wallet_id::text as id, jsonb_build_object('stored', a.balance, 'printed', c.balance, 'differences', c.difference) as facts
    from wallet_continuity c join accounts a on a.kind = 'wallet' and a.owner_id = c.wallet_id
    where c.continuity = 'kept' and c.balance is not null and a.balance + c.difference <> c.balance`,
  differences_are_named: `select c.wallet_id::text as id, jsonb_build_object('stored', c.difference, 'differences', coalesce(d.total, 0)) as facts
    from wallet_continuity c left join (select wallet_id, sum(amount) as total from wallet_differences where closed_at is null group by wallet_id) d on d.wallet_id = c.wallet_id
    where c.difference <> coalesce(d.total, 0)`,
  unreported_is_movements: `select w.id::text as id, jsonb_build_object('stored', coalesce(a.balance, 0), 'movements', coalesce(m.total, 0)) as facts
    from wallets w left join accounts a on a.kind = 'unreported' and a.owner_id = w.id
    left join (select wallet_id, sum(case direction when 'credit' then amount else -amount end) as total from unreported_movements where ended_at is null group by wallet_id) m on m.wallet_id = w.id
    where coalesce(a.balance, 0) <> coalesce(m.total, 0)`,
  // Only an operator's message may take a wallet below zero, where messages come.
  wallet_below_zero_by_message: `select a.owner_id::text as id, jsonb_build_object('stored', a.balance, 'seq', e.seq) as facts
    from accounts a cross join lateral (select txn_id, kind, seq from entries e where e.account_id = a.id and e.before_balance >= 0 and e.after_balance < 0 order by e.seq desc limit 1) e
    join wallet_continuity c on c.wallet_id = a.owner_id
    where a.kind = 'wallet' and a.balance < 0 and (c.balance is not null or c.last_sms_id is not null) and not exists (select 1 from sms s where s.wallet_id = a.owner_id and s.booked_txn = e.txn_id)`,
};
