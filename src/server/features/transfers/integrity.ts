/** What the ledger integrity check asks of transfers: id and facts of each row that breaks it. */
import type { IntegrityChecks } from "../../core/ledger/integrity.ts";

export const TRANSFER_CHECKS: IntegrityChecks = {
  transit_is_open_transfers: `select 'transit' as id, jsonb_build_object('stored', b.balance, 'transfers', s.total) as facts
    from (select coalesce(sum(balance), 0) as balance from accounts where kind = 'transit') b,
      (select coalesce(sum(case when out_at is not null then amount else 0 end - case when in_at is not null then amount else 0 end), 0) as total from transfers where kind = 'wallet') s
    where b.balance <> s.total`,
  // A failed one gave back what had moved; its sides are empty again.
  transfer_entries: `select t.id::text as id, jsonb_build_object('status', t.status, 'order', case when t.out_at is not null then t.amount else 0 end + case when t.in_at is not null then t.amount else 0 end, 'entries', coalesce(e.total, 0)) as facts from transfers t
    left join (select e.ref_id, sum(case when e.kind = 'transfer_returned' then -abs(e.amount) else abs(e.amount) end) as total
      from entries e join accounts a on a.id = e.account_id where e.ref_type = 'transfer' and a.kind in ('transit', 'b2b') group by e.ref_id) e on e.ref_id = t.id
    where t.id >= archived_before() and coalesce(e.total, 0) <> case when t.out_at is not null then t.amount else 0 end + case when t.in_at is not null then t.amount else 0 end`,
};
