/** Orders of a range by what became of them, and what a day's hours brought. */
import { type DisburseStatus, merchantStatus } from "../../../contract/disburses.ts";
import { successBps } from "../../../contract/home.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { PaymentStatus } from "../../../contract/payments.ts";
import type { WalletDaysQuery } from "../../../contract/reconciliation.schema.ts";
import type { OrderFigures, OrderHour } from "../../../contract/statistics.schema.ts";
import { addDays, businessDayStart, type Day, HOUR_MS } from "../../../contract/time.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { BoundedRead } from "../../platform/db/bounded.ts";
import { idAt, idIso } from "../../platform/db/ids.ts";
import { KeptAnswers } from "../../platform/kept.ts";
import { SEARCH_LIMITS } from "../../platform/lists/limits.ts";
import { allOf, bind, equals, raw, sql, type Sql } from "../../platform/lists/sql.ts";
import { Refused } from "../../platform/refusal.ts";
import { rangeOf } from "../reconciliation/index.ts";

/** Orders that are looked through, the newest; where that takes too long, so many fewer. */
const MOST = [50_000, 5000] as const;

/** Which orders are asked for. */
export interface Range {
  readonly from: Day;
  readonly to: Day;
  readonly walletId: bigint | null;
  /** Whose; null: everybody's, for the platform's people. */
  readonly merchantId: bigint | null;
}
/** Under what an answer is kept: all of the range, so that nobody gets the figures of another. */
export const keyOf = ({ from, to, walletId, merchantId }: Range): string => `${from} ${to} ${walletId} ${merchantId}`;

interface Outcomes<S extends string> {
  readonly rows: { readonly status: S; readonly count: number; readonly amount: string }[];
  readonly success_bps: number | null;
  readonly since: string | null;
}

interface Counted<S extends string> {
  readonly status: S;
  /** Whether an attempt was made; null: of these orders nothing depends on it. */
  readonly tried: boolean | null;
  readonly count: number;
  readonly amount: bigint;
  readonly first: bigint;
}

/** Orders created in the range, by status as its reader is told it; null where even few of them take too long. */
async function outcomesOf<S extends string>(
  read: BoundedRead,
  { table, tried, told }: { readonly table: "payments" | "disburses"; readonly tried: string; readonly told: (row: Counted<S>) => S },
  range: Range,
  limitMs: number,
): Promise<Outcomes<S> | null> {
  const where = allOf([
    sql`id >= ${idAt(businessDayStart(range.from))}`,
    sql`id < ${idAt(businessDayStart(addDays(range.to, 1)))}`,
    ...equals("wallet_id", range.walletId),
    ...equals("merchant_id", range.merchantId),
  ]);
  for (const most of MOST) {
    const rows = await read<Counted<S>>(
      bind(sql`select status, tried, count(*)::int as count, sum(amount)::bigint as amount, min(id) as first
         from (select id, status, ${raw(tried)} as tried, amount from ${raw(table)} where ${where} order by id desc limit ${raw(String(most))}) newest group by status, tried`),
      limitMs,
    );
    if (rows === null) continue;
    const all = rows.reduce((sum, row) => sum + row.count, 0);
    const first = rows.reduce<bigint | null>((least, row) => (least === null || row.first < least ? row.first : least), null);
    const byStatus = new Map<S, { count: number; amount: bigint }>();
    for (const row of rows) {
      const status = told(row);
      const { count, amount } = byStatus.get(status) ?? { count: 0, amount: 0n };
      byStatus.set(status, { count: count + row.count, amount: amount + row.amount });
    }
    return {
      rows: [...byStatus].map(([status, { count, amount }]) => ({ status, count, amount: formatAmount(amount) })),
      success_bps: successBps(rows.find(({ status }) => status === "completed")?.count ?? 0, all),
      since: all < most || first === null ? null : idIso(first),
    };
  }
  return null;
}

/** As they are, for the platform's people. */
const asTheyAre = { tried: "null::boolean", told: <S extends string>({ status }: Counted<S>): S => status };
/** A merchant's people are told what its list tells them: of attempts they hear nothing (rule 11). */
const asListed = { tried: "attempt_count > 0", told: ({ status, tried }: Counted<DisburseStatus>): DisburseStatus => merchantStatus(status, Number(tried)) };

interface HourRow {
  readonly hour: Date;
  readonly collected: bigint;
  readonly collected_count: bigint;
  readonly paid_out: bigint;
  readonly paid_out_count: bigint;
}

/** Hours of a day, the empty ones too. */
function hoursOf(rows: readonly HourRow[], day: Day): OrderHour[] {
  const start = businessDayStart(day);
  return Array.from({ length: 24 }, (_, hour) => {
    const row = rows.find((one) => one.hour.getTime() === start + hour * HOUR_MS);
    return {
      hour,
      collected: formatAmount(row?.collected ?? 0n),
      collected_count: Number(row?.collected_count ?? 0n),
      paid_out: formatAmount(row?.paid_out ?? 0n),
      paid_out_count: Number(row?.paid_out_count ?? 0n),
    };
  });
}

/** What completed from one day to another, hour by hour, folded or not. */
export function completedSql(from: Day, to: Day, merchantId: bigint | null): Sql {
  const where = allOf([
    sql`hour >= ${new Date(businessDayStart(from)).toISOString()}::timestamptz`,
    sql`hour < ${new Date(businessDayStart(addDays(to, 1))).toISOString()}::timestamptz`,
    ...equals("merchant_id", merchantId),
  ]);
  const part = (table: string): Sql =>
    sql`select hour, completed_amount, completed_count, fees, disbursed_amount, disbursed_count, disburse_fees from ${raw(table)} where ${where}`;
  return sql`${part("stats_hourly")} union all ${part("stats_recent")}`;
}
/** Sums of {@link completedSql}. */
export const COMPLETED_SUMS = `sum(completed_amount)::bigint as collected, sum(completed_count)::bigint as collected_count,
  sum(disbursed_amount)::bigint as paid_out, sum(disbursed_count)::bigint as paid_out_count`;

/** A day's hours and those of the day before. */
async function readHours(read: BoundedRead, day: Day, merchantId: bigint | null, limitMs: number): Promise<OrderFigures["hours"]> {
  const before = addDays(day, -1);
  const rows = await read<HourRow>(
    bind(sql`select hour, ${raw(COMPLETED_SUMS)} from (${completedSql(before, day, merchantId)}) figures group by hour`),
    limitMs,
  );
  return rows && { day: hoursOf(rows, day), before: hoursOf(rows, before) };
}

/** Orders of a range by what became of them. */
export const readOutcomes = async (ask: BoundedRead, range: Range, limitMs: number): Promise<Pick<OrderFigures, "payments" | "disburses">> => ({
  payments: await outcomesOf<PaymentStatus>(ask, { table: "payments", ...asTheyAre }, range, limitMs),
  disburses: await outcomesOf<DisburseStatus>(ask, { table: "disburses", ...(range.merchantId === null ? asTheyAre : asListed) }, range, limitMs),
});

/** Everything of a range that a merchant's people and the platform's have in common. */
export async function readOrders(ask: BoundedRead, range: Range, limitMs: number): Promise<OrderFigures> {
  return {
    from: range.from,
    to: range.to,
    hours: range.from === range.to && range.walletId === null ? await readHours(ask, range.to, range.merchantId, limitMs) : null,
    ...(await readOutcomes(ask, range, limitMs)),
  };
}

/** How long a statement may take. */
export const limitOf = (app: App): number => (app.searchLimits ?? SEARCH_LIMITS).budgetMs;

/** Several people look at the same ranges, and a range is much to read. */
const FIGURES = new KeptAnswers<OrderFigures>(3000);

/** Refuses validation_failed, not_found */
export async function orderFigures({ app }: UserCtx, query: WalletDaysQuery): Promise<OrderFigures | Refused> {
  const asked = rangeOf(app, query);
  if (asked instanceof Refused) return asked;
  const range: Range = { ...asked, merchantId: null };
  if (range.walletId !== null && !(await app.db.one("select 1 from wallets where id = $1", [range.walletId]))) return new Refused("not_found");
  return FIGURES.of(app, keyOf(range), () => app.db.bounded.use((ask) => readOrders(ask, range, limitOf(app))));
}
