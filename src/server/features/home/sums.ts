/** The hourly sums, folded or not, that home's figures and curves are made of. */
import { DAY_MS } from "../../../contract/time.ts";
import type { App } from "../../platform/context.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { allOf, equals, join, raw, sql, type Sql } from "../../platform/lists/sql.ts";

const TOP_MERCHANTS = 10;

/** Sums of one hour, of one operator today, or of one merchant today. */
export interface FigureRow {
  readonly hour: Date | null;
  readonly operator: string | null;
  readonly merchant_id: bigint | null;
  readonly completed: bigint;
  readonly collected: bigint;
  readonly fees: bigint;
  readonly disbursed: bigint;
  readonly paid_out: bigint;
  readonly disburse_fees: bigint;
}
const SUMS = `sum(completed_count)::bigint as completed, sum(completed_amount)::bigint as collected, sum(fees)::bigint as fees,
  sum(disbursed_count)::bigint as disbursed, sum(disbursed_amount)::bigint as paid_out, sum(disburse_fees)::bigint as disburse_fees`;

/** Figures that are folded already, and those with what is not. */
export const FOLDED = ["stats_hourly"] as const;
export const EVERY_FIGURE = ["stats_hourly", "stats_recent"] as const;

const figuresFrom = (tables: readonly string[], where: readonly Sql[]): Sql =>
  join(
    tables.map(
      (table) =>
        sql`select hour, merchant_id, operator, completed_count, completed_amount, fees, disbursed_count, disbursed_amount, disburse_fees from ${raw(table)} where ${allOf(where)}`,
    ),
    " union all ",
  );

/** Today's figures by hour, by operator and of the merchants that brought the most. */
export function todaysSums(app: App, fromMs: number, merchantId: bigint | null): Promise<FigureRow[]> {
  const figures = figuresFrom(EVERY_FIGURE, [sql`hour >= ${new Date(fromMs).toISOString()}::timestamptz`, ...equals("merchant_id", merchantId)]);
  return rowsOf<FigureRow>(
    app.db.shown,
    sql`with figures as materialized (${figures})
    select hour, null::text as operator, null::bigint as merchant_id, ${raw(SUMS)} from figures group by hour
    union all select null, operator, null, ${raw(SUMS)} from figures group by operator
    union all (select null, null, merchant_id, ${raw(SUMS)} from figures group by merchant_id order by 5 desc, 3 limit ${TOP_MERCHANTS})`,
    merchantId === null ? "home_sums" : "home_sums_own",
  );
}

/** The hours of one past day, which stand still but for what is booked late. */
export function pastHours(app: App, tables: readonly string[], dayStart: number, merchantId: bigint | null): Promise<FigureRow[]> {
  const figures = figuresFrom(tables, [
    sql`hour >= ${new Date(dayStart).toISOString()}::timestamptz`,
    sql`hour < ${new Date(dayStart + DAY_MS).toISOString()}::timestamptz`,
    ...equals("merchant_id", merchantId),
  ]);
  return rowsOf<FigureRow>(
    app.db.shown,
    sql`select hour, null::text as operator, null::bigint as merchant_id, ${raw(SUMS)} from (${figures}) figures group by hour`,
  );
}
