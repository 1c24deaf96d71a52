/** What waits for a decision, and the state of the books. */
import { COUNT_CAP } from "../../../contract/envelope.ts";
import type { Home } from "../../../contract/home.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import { GIVEN_UP, OWED } from "../../core/outbox/queries.ts";
import type { App } from "../../platform/context.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { raw, sql, type Sql } from "../../platform/lists/sql.ts";

type Waiting = Home["waiting"];
type Counted = Exclude<keyof Waiting, "wallets_offline" | "suspense">;

/**
 * One capped count per line; each reads a partial index of what is open. `own`: where a merchant's people find theirs, by `merchant_id`, if they
 * can do something about it; null: the platform decides, and it is nothing that waits for a merchant.
 */
const COUNTS = {
  payments_review: { from: "payments", where: "aside = 'review'", own: null },
  sms_unmatched: { from: "sms", where: "match_status = 'unmatched'", own: null },
  sms_suspicious: { from: "sms", where: "match_status = 'suspicious'", own: null },
  sms_unparsed: { from: "sms", where: "match_status = 'unparsed'", own: null },
  disburses_review: { from: "disburses", where: "status = 'review'", own: null },
  disburses_unknown: { from: "disburses", where: "status = 'unknown'", own: null },
  transfers_pending: { from: "transfers", where: "status = 'pending'", own: null },
  withdrawals_pending: { from: "withdrawals", where: "status = 'pending'", own: null },
  withdrawals_approved: { from: "withdrawals", where: "status = 'approved'", own: null },
  approvals: { from: "approvals", where: "status = 'waiting'", own: null },
  deliveries_failed: { from: `(${OWED}) owed`, where: "true", own: `(${GIVEN_UP}) given_up` },
  // Wallets, not breaks: as many as the list shows behind this number.
  wallets_gap: {
    from: "wallets w",
    where: "deleted_at is null and exists (select 1 from wallet_discrepancies g where g.wallet_id = w.id and g.closed_at is null and not g.skipped)",
    own: null,
  },
} as const satisfies Record<Counted, { from: string; where: string; own: string | null }>;

/** Counts of what waits, at most 10,000 each; a merchant sees its own and zero for the rest. */
export async function waitingCounts(app: App, merchantId: bigint | null): Promise<Record<Counted, number>> {
  const names = Object.keys(COUNTS) as Counted[];
  const parts = names.map((name): Sql => {
    const { from, where, own } = COUNTS[name];
    const counted = (open: Sql): Sql => sql`(select count(*)::int from (select 1 from ${open} limit ${COUNT_CAP}) open) as ${raw(name)}`;
    if (merchantId === null) return counted(raw(`${from} where ${where}`));
    return own === null ? sql`0 as ${raw(name)}` : counted(sql`${raw(own)} where merchant_id = ${merchantId}`);
  });
  const [row] = await rowsOf<Record<Counted, number>>(
    app.db.shown,
    parts.reduce((left, right, index) => (index === 0 ? sql`select ${right}` : sql`${left}, ${right}`), raw("")),
    // A dozen tables: planning them takes ten times as long as counting.
    merchantId === null ? "home_waiting" : "home_waiting_own",
  );
  if (!row) throw new Error("a select without from answers one row");
  return row;
}

/** Float, what is owed, and money that nothing explains yet; all from the accounts' stored balances. */
export async function positions(app: App): Promise<{ float: string; liabilities: string; suspense: string }> {
  const row = await app.db.shown.one<{ float: bigint; liabilities: bigint; suspense: bigint }>(
    `select coalesce(sum(balance) filter (where kind = 'wallet'), 0)::bigint as float, coalesce(sum(balance) filter (where kind in ('merchant', 'hold', 'suspense')), 0)::bigint as liabilities,
       coalesce(sum(balance) filter (where kind = 'suspense'), 0)::bigint as suspense from accounts`,
    [],
    "home_positions",
  );
  return { float: formatAmount(row?.float ?? 0n), liabilities: formatAmount(row?.liabilities ?? 0n), suspense: formatAmount(row?.suspense ?? 0n) };
}

/** Withdrawals that wait, at most the first {@link COUNT_CAP}: to be decided, and to be paid. */
export async function withdrawals(app: App): Promise<{ pending: string; to_pay: string }> {
  const row = await app.db.shown.one<{ pending: bigint; to_pay: bigint }>(
    `select coalesce(sum(amount) filter (where status = 'pending'), 0)::bigint as pending, coalesce(sum(amount) filter (where status = 'approved'), 0)::bigint as to_pay
     from (select status, amount from withdrawals where status in ('pending', 'approved') limit ${COUNT_CAP}) open`,
    [],
    "home_withdrawals",
  );
  return { pending: formatAmount(row?.pending ?? 0n), to_pay: formatAmount(row?.to_pay ?? 0n) };
}
