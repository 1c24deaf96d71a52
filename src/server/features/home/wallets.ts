/** The wallets on home: health, success of today's orders, what is left of their limits, and where they differ from their operators. */
import { successBps } from "../../../contract/home.ts";
import type { Home } from "../../../contract/home.schema.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { ApiType, Operator } from "../../../contract/operators.ts";
import type { DeviceApp } from "../../../contract/wallets.ts";
import type { App } from "../../platform/context.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { sql } from "../../platform/lists/sql.ts";
import { measureOf } from "../../core/alerts/detectors.ts";
import { limitDay, usedOf, type UsageRow } from "../../core/acceptance/limits.ts";
import { SEEN_JOIN, walletHealth } from "../../core/parties/health.ts";
import { BREAK_SUMS, differenceSql } from "../../core/parties/measures.ts";
import { nearLimit } from "../wallets/index.ts";
import type { OrdersToday } from "./cohort.ts";

const MOST_WALLETS = 1000;

/** What was counted last of a direction; `i` in, `o` out. */
type UsageOf<Way extends "i" | "o"> = { readonly [Column in keyof UsageRow as `${Way}_${Column}`]: UsageRow[Column] };
const usageColumns = (way: "i" | "o"): string =>
  `${way}.day::text as ${way}_day, ${way}.day_amount as ${way}_day_amount, ${way}.day_count as ${way}_day_count,
   ${way}.month::text as ${way}_month, ${way}.month_amount as ${way}_month_amount, ${way}.month_count as ${way}_month_count`;

interface WalletRow extends UsageOf<"i">, UsageOf<"o"> {
  readonly id: bigint;
  readonly name: string;
  readonly operator: Operator;
  readonly api_type: ApiType;
  readonly enabled: boolean;
  readonly daily_max: bigint | null;
  readonly month_max: bigint | null;
  readonly daily_count_max: number | null;
  readonly month_count_max: number | null;
  readonly collects: boolean;
  readonly balance: bigint | null;
  readonly difference: bigint | null;
  readonly breaks: number | null;
  readonly break_sum: bigint | null;
  readonly seen_app: DeviceApp | null;
  readonly last_seen_at: Date | null;
  readonly ping_seconds: number | null;
}

const usageOf = (row: WalletRow, way: "i" | "o"): UsageRow => ({
  day: row[`${way}_day`],
  day_amount: row[`${way}_day_amount`],
  day_count: row[`${way}_day_count`],
  month: row[`${way}_month`],
  month_amount: row[`${way}_month_amount`],
  month_count: row[`${way}_month_count`],
});

/** In one direction: what is left of the day's and the month's amount, whichever is less, null without a limit on amounts; and the largest share used of any limit. */
function leftOf(row: WalletRow, way: "i" | "o", nowMs: number): { readonly left: bigint | null; readonly usedBps: number | null } {
  const used = usedOf(usageOf(row, way), limitDay(row.operator, nowMs));
  const among = (max: bigint | null, of: bigint): { left: bigint; bps: number }[] =>
    max === null || max === 0n ? [] : [{ left: max > of ? max - of : 0n, bps: Number((of * 10_000n) / max) }];
  const amounts = [...among(row.daily_max, used.dayMinor), ...among(row.month_max, used.monthMinor)];
  const counts = [...among(wide(row.daily_count_max), BigInt(used.dayCount)), ...among(wide(row.month_count_max), BigInt(used.monthCount))];
  const shares = [...amounts, ...counts].map(({ bps }) => bps);
  return {
    left: amounts.reduce<bigint | null>((least, { left }) => (least === null || left < least ? left : least), null),
    usedBps: shares.length === 0 ? null : Math.max(...shares),
  };
}

const wide = (count: number | null): bigint | null => (count === null ? null : BigInt(count));

/** The wallets with today's orders of each, and the limits of those that are enabled, together. */
export async function walletGrid(app: App, orders: OrdersToday): Promise<Pick<Home, "wallets" | "limits">> {
  const measure = measureOf(app);
  const [rows, near] = await Promise.all([
    app.db.shown.rows<WalletRow>(
      `select t.id, t.name, t.operator, t.api_type, t.enabled, t.daily_max, t.month_max, t.daily_count_max, t.month_count_max, t.collect as collects, a.balance,
         ${usageColumns("i")}, ${usageColumns("o")},
         ${differenceSql("c", "a")} as difference, b.count as breaks, b.amount as break_sum, seen.app as seen_app, seen.last_seen_at, seen.ping_seconds
       from wallets t left join accounts a on a.kind = 'wallet' and a.owner_id = t.id left join wallet_usage i on i.wallet_id = t.id and i.direction = 'in' left join wallet_usage o on o.wallet_id = t.id and o.direction = 'out'
         left join wallet_continuity c on c.wallet_id = t.id left join ${BREAK_SUMS} b on b.wallet_id = t.id ${SEEN_JOIN}
       where t.deleted_at is null order by t.operator, t.name limit ${MOST_WALLETS}`,
      [],
      "home_wallets",
    ),
    // As the wallets' filter and the exception queue have it.
    rowsOf<{ count: number }>(app.db.shown, sql`select count(*)::int as count from wallets x where ${nearLimit(measure)}`, "home_near_limit"),
  ]);
  const nowMs = app.now();
  const limited = rows.flatMap((row) => {
    // As the wallets' filter `limited` has it.
    const left = row.enabled && row.collects ? leftOf(row, "i", nowMs).left : null;
    return left === null ? [] : [left];
  });
  return {
    limits: {
      left: formatAmount(limited.reduce((sum, left) => sum + left, 0n)),
      wallets: limited.length,
      near: near[0]?.count ?? 0,
      near_percent: measure.nearLimitPercent,
    },
    wallets: rows.map((row) => cellOf(app, row, orders, nowMs)),
  };
}

function cellOf(app: App, row: WalletRow, orders: OrdersToday, nowMs: number): Home["wallets"][number] {
  const [came, went] = [leftOf(row, "i", nowMs), leftOf(row, "o", nowMs)];
  const own = orders.byWallet(row.id);
  return {
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
    orders: {
      created: own.created,
      completed: own.completed,
      success_bps: successBps(own.completed, own.created),
    },
    used_bps: came.usedBps,
    used_out_bps: went.usedBps,
    left: formatAmountOrNull(came.left),
    difference: formatAmountOrNull(row.difference),
    breaks: row.breaks === null ? null : { count: row.breaks, amount: formatAmount(row.break_sum ?? 0n) },
    enabled: row.enabled,
    balance: formatAmount(row.balance ?? 0n),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  };
}
