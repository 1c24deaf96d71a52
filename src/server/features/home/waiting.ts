/** What waits for a decision, the wallets' grid, and the state of the books. */
import { COUNT_CAP } from "../../../contract/envelope.ts";
import type { Home } from "../../../contract/home.schema.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { ApiType, Operator } from "../../../contract/operators.ts";
import type { DeviceApp } from "../../../contract/wallets.ts";
import type { App } from "../../platform/context.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { raw, sql, type Sql } from "../../platform/lists/sql.ts";
import { SEEN_JOIN, walletHealth } from "../../core/parties/health.ts";
import { BREAK_SUMS, differenceSql } from "../../core/parties/measures.ts";
import { limitDay } from "../../core/acceptance/limits.ts";

type Waiting = Home["waiting"];
type Counted = Exclude<keyof Waiting, "wallets_offline" | "suspense">;

const MOST_WALLETS = 1000;

/**
 * One capped count per line; each reads a partial index of what is open. `scope`: the merchant's column, where its people can do something about
 * it; null: the platform decides, and it is nothing that waits for a merchant.
 */
const COUNTS = {
  payments_review: { from: "payments", where: "aside = 'review'", scope: null },
  sms_unmatched: { from: "sms", where: "match_status = 'unmatched'", scope: null },
  sms_suspicious: { from: "sms", where: "match_status = 'suspicious'", scope: null },
  sms_unparsed: { from: "sms", where: "match_status = 'unparsed'", scope: null },
  disburses_review: { from: "disburses", where: "status = 'review'", scope: null },
  disburses_unknown: { from: "disburses", where: "status = 'unknown'", scope: null },
  transfers_pending: { from: "transfers", where: "status = 'pending'", scope: null },
  withdrawals_pending: { from: "withdrawals", where: "status = 'pending'", scope: null },
  withdrawals_approved: { from: "withdrawals", where: "status = 'approved'", scope: null },
  approvals: { from: "approvals", where: "status = 'waiting'", scope: null },
  deliveries_failed: { from: "outbox", where: "status in ('failed', 'stopped')", scope: "merchant_id" },
  // Wallets, not breaks: as many as the list shows behind this number.
  wallets_gap: {
    from: "wallets w",
    where: "deleted_at is null and exists (select 1 from wallet_discrepancies g where g.wallet_id = w.id and g.closed_at is null and not g.skipped)",
    scope: null,
  },
} as const satisfies Record<Counted, { from: string; where: string; scope: string | null }>;

/** Counts of what waits, at most 10,000 each; a merchant sees its own and zero for the rest. */
export async function waitingCounts(app: App, merchantId: bigint | null): Promise<Record<Counted, number>> {
  const names = Object.keys(COUNTS) as Counted[];
  const parts = names.map((name): Sql => {
    const { from, where, scope } = COUNTS[name];
    if (merchantId !== null && scope === null) return sql`0 as ${raw(name)}`;
    const own = merchantId === null || scope === null ? raw("") : sql` and ${raw(scope)} = ${merchantId}`;
    return sql`(select count(*)::int from (select 1 from ${raw(from)} where ${raw(where)}${own} limit ${COUNT_CAP}) open) as ${raw(name)}`;
  });
  const [row] = await rowsOf<Record<Counted, number>>(
    app.db,
    parts.reduce((left, right, index) => (index === 0 ? sql`select ${right}` : sql`${left}, ${right}`), raw("")),
  );
  if (!row) throw new Error("a select without from answers one row");
  return row;
}

interface WalletRow {
  readonly id: bigint;
  readonly name: string;
  readonly operator: Operator;
  readonly api_type: ApiType;
  readonly enabled: boolean;
  readonly daily_max: bigint | null;
  readonly balance: bigint | null;
  readonly day: string | null;
  readonly day_amount: bigint | null;
  readonly difference: bigint | null;
  readonly breaks: number | null;
  readonly break_sum: bigint | null;
  readonly seen_app: DeviceApp | null;
  readonly last_seen_at: Date | null;
  readonly ping_seconds: number | null;
}

/** The wallets' grid: health, share of the day's limit, difference and breaks, balance. */
export async function walletGrid(app: App): Promise<Home["wallets"]> {
  const rows = await app.db.rows<WalletRow>(
    `select t.id, t.name, t.operator, t.api_type, t.enabled, t.daily_max, a.balance, u.day::text as day, u.day_amount,
       ${differenceSql("c", "a")} as difference, b.count as breaks, b.amount as break_sum,
       seen.app as seen_app, seen.last_seen_at, seen.ping_seconds
     from wallets t left join accounts a on a.kind = 'wallet' and a.owner_id = t.id left join wallet_usage u on u.wallet_id = t.id and u.direction = 'in'
       left join wallet_continuity c on c.wallet_id = t.id left join ${BREAK_SUMS} b on b.wallet_id = t.id ${SEEN_JOIN}
     where t.deleted_at is null order by t.operator, t.name limit ${MOST_WALLETS}`,
  );
  const nowMs = app.now();
  return rows.map((row) => ({
    id: app.publicIds.encode("wallet", row.id),
    name: row.name,
    operator: row.operator,
    health: walletHealth({
      apiType: row.api_type,
      app: row.seen_app,
      lastSeenMs: row.last_seen_at?.getTime() ?? null,
      pingSeconds: row.ping_seconds,
      silentAfterMinutes: app.config.current.silent_after_minutes,
      nowMs,
    }),
    used_bps: usedShare(row, nowMs),
    difference: formatAmountOrNull(row.difference),
    breaks: row.breaks === null ? null : { count: row.breaks, amount: formatAmount(row.break_sum ?? 0n) },
    enabled: row.enabled,
    balance: formatAmount(row.balance ?? 0n),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  }));
}

/** Share of the day's limit that is used, by the operator's day (rule 14); null without a limit. */
function usedShare(row: WalletRow, nowMs: number): number | null {
  if (row.daily_max === null || row.daily_max === 0n) return null;
  const used = row.day === limitDay(row.operator, nowMs).day ? (row.day_amount ?? 0n) : 0n;
  return Number((used * 10_000n) / row.daily_max);
}

/** Float, what is owed, and money that nothing explains yet; all from the accounts' stored balances. */
export async function positions(app: App): Promise<{ float: string; liabilities: string; suspense: string }> {
  const row = await app.db.one<{ float: bigint; liabilities: bigint; suspense: bigint }>(
    `select coalesce(sum(balance) filter (where kind = 'wallet'), 0)::bigint as float, coalesce(sum(balance) filter (where kind in ('merchant', 'hold', 'suspense')), 0)::bigint as liabilities,
       coalesce(sum(balance) filter (where kind = 'suspense'), 0)::bigint as suspense from accounts`,
  );
  return { float: formatAmount(row?.float ?? 0n), liabilities: formatAmount(row?.liabilities ?? 0n), suspense: formatAmount(row?.suspense ?? 0n) };
}
