/** What keeps months from leaving: everything that is open and began before the cut, with its name. */
import type { IdKind } from "../../../contract/ids.ts";
import type { App } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** Named of each kind. */
const NAMED = 3;

interface Obstacle {
  readonly what: string;
  /** Kind of the public id; null: `id` is a name as it is. */
  readonly kind: IdKind | null;
  /** Answers `id`; $1 is the first id that stays. */
  readonly sql: string;
}

const OBSTACLES: readonly Obstacle[] = [
  { what: "payments that are not ended", kind: "payment", sql: "select id from payments where id < $1 and status in ('pending', 'review')" },
  {
    what: "payouts that are not ended",
    kind: "disburse",
    sql: "select id from disburses where id < $1 and status not in ('completed', 'failed', 'rejected', 'cancelled')",
  },
  { what: "transfers that are not ended", kind: "transfer", sql: "select id from transfers where id < $1 and status in ('pending', 'processing')" },
  { what: "withdrawals that are not ended", kind: "withdrawal", sql: "select id from withdrawals where id < $1 and status in ('pending', 'approved')" },
  { what: "manual operations that wait", kind: "manual", sql: "select id from manual_operations where id < $1 and status = 'requested'" },
  { what: "approvals that wait", kind: "approval", sql: "select id from approvals where id < $1 and status = 'waiting'" },
  {
    what: "messages whose money has no order yet",
    kind: "sms",
    sql: `select s.id from sms s where s.id < $1 and (s.in_suspense or s.match_status in ('review', 'held') or s.match_status <> 'matched' and not (s.reasons @> array['written_off'])
      and (s.reasons @> array['transfer_failed'] and s.booked_txn is not null or coalesce((select sum(e.amount) from entries e join accounts a on a.id = e.account_id and a.kind = 'unexplained' where e.ref_id = s.id and e.ref_type = 'sms'), 0) > 0))`,
  },
  {
    what: "orders whose message has not come",
    kind: null,
    sql: "select object_type || ' of wallet ' || w.name as id from unreported_movements m join wallets w on w.id = m.wallet_id where m.id < $1 and m.ended_at is null",
  },
  {
    what: "open exceptions",
    kind: null,
    sql: "select kind || ' since ' || since::date as id from alerts where id < $1 and status in ('open', 'claimed', 'muted')",
  },
  {
    what: "accounts that are not added up yet (the worker does it)",
    kind: null,
    sql: `select a.kind || ' ' || a.id as id from accounts a left join ledger_rollup r on r.account_id = a.id
      where a.kind in ('wallet', 'unreported', 'suspense', 'unexplained', 'fees')
        and exists (select 1 from entries e where e.account_id = a.id and e.seq > coalesce(r.seq, 0) and e.id < $1)`,
  },
];

/** A sentence for each kind of what is open. @param cut the first id that stays */
export async function obstaclesTo(q: Queryable, app: Pick<App, "publicIds">, cut: bigint): Promise<string[]> {
  const said: string[] = [];
  for (const { what, kind, sql } of OBSTACLES) {
    const rows = await q.rows<{ id: bigint | string }>(`select id from (${sql}) x order by id`, [cut]);
    if (rows.length === 0) continue;
    const names = rows.slice(0, NAMED).map(({ id }) => (kind === null ? String(id) : app.publicIds.encode(kind, BigInt(id))));
    said.push(`${rows.length} ${what}: ${names.join(", ")}${rows.length > NAMED ? ", …" : ""}`);
  }
  return said;
}
