/** What completed of one merchant's orders, by day and together, and how long it took. */
import { formatAmount } from "../../../contract/money.ts";
import type { OwnDay, OwnFigures } from "../../../contract/statistics.schema.ts";
import { addDays, businessDayStart, type Day } from "../../../contract/time.ts";
import type { BoundedRead } from "../../platform/db/bounded.ts";
import { bind, raw, sql } from "../../platform/lists/sql.ts";
import { takingOf, takingSql, type TakingRow } from "../home/index.ts";
import { COMPLETED_SUMS, completedSql, type Range } from "./orders.ts";

/** A range of one merchant. */
export type OwnRange = Range & { readonly merchantId: bigint };

interface DayRow {
  readonly day: Day;
  readonly collected: bigint;
  readonly collected_count: bigint;
  readonly paid_out: bigint;
  readonly paid_out_count: bigint;
  readonly payment_fees: bigint;
  readonly disburse_fees: bigint;
}
export type Sums = Omit<DayRow, "day">;
const NONE: Sums = { collected: 0n, collected_count: 0n, paid_out: 0n, paid_out_count: 0n, payment_fees: 0n, disburse_fees: 0n };

const plus = (one: Sums, other: Sums): Sums => ({
  collected: one.collected + other.collected,
  collected_count: one.collected_count + other.collected_count,
  paid_out: one.paid_out + other.paid_out,
  paid_out_count: one.paid_out_count + other.paid_out_count,
  payment_fees: one.payment_fees + other.payment_fees,
  disburse_fees: one.disburse_fees + other.disburse_fees,
});
export const sumsOut = (sums: Sums): Omit<OwnDay, "date"> => ({
  collected: formatAmount(sums.collected),
  collected_count: Number(sums.collected_count),
  paid_out: formatAmount(sums.paid_out),
  paid_out_count: Number(sums.paid_out_count),
  fees: formatAmount(sums.payment_fees + sums.disburse_fees),
  payment_fees: formatAmount(sums.payment_fees),
  disburse_fees: formatAmount(sums.disburse_fees),
});

/** Days of the range, the empty ones too, and all of them together; null where they cannot be read in time. */
export async function readDays(read: BoundedRead, { from, to, merchantId }: OwnRange, limitMs: number): Promise<Pick<OwnFigures, "days" | "totals">> {
  const rows = await read<DayRow>(
    bind(sql`select (hour at time zone 'Asia/Shanghai')::date::text as day, ${raw(COMPLETED_SUMS)}, sum(fees)::bigint as payment_fees, sum(disburse_fees)::bigint as disburse_fees
      from (${completedSql(from, to, merchantId)}) figures group by 1`),
    limitMs,
  );
  if (rows === null) return { days: null, totals: null };
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const days: OwnDay[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) days.push({ date, ...sumsOut(byDay.get(date) ?? NONE) });
  return { days, totals: sumsOut(rows.reduce<Sums>(plus, NONE)) };
}

/** All of the range that completed in hours which ended by a moment; null where it cannot be read in time. */
export async function readUntil(read: BoundedRead, { from, to, merchantId }: OwnRange, until: Date, limitMs: number): Promise<OwnFigures["totals"]> {
  const rows = await read<{ readonly [Sum in keyof Sums]: bigint | null }>(
    bind(sql`select ${raw(COMPLETED_SUMS)}, sum(fees)::bigint as payment_fees, sum(disburse_fees)::bigint as disburse_fees
      from (${completedSql(from, to, merchantId)}) figures where hour < ${until.toISOString()}::timestamptz`),
    limitMs,
  );
  if (rows === null) return null;
  const { collected, collected_count, paid_out, paid_out_count, payment_fees, disburse_fees } = rows[0] ?? NONE;
  return sumsOut({
    collected: collected ?? 0n,
    collected_count: collected_count ?? 0n,
    paid_out: paid_out ?? 0n,
    paid_out_count: paid_out_count ?? 0n,
    payment_fees: payment_fees ?? 0n,
    disburse_fees: disburse_fees ?? 0n,
  });
}

export async function readTaking(read: BoundedRead, { from, to, merchantId }: OwnRange, limitMs: number): Promise<OwnFigures["taking"]> {
  const rows = await read<TakingRow>(bind(takingSql(businessDayStart(from), businessDayStart(addDays(to, 1)), merchantId)), limitMs);
  if (rows === null) return null;
  const { medianMs, p95Ms } = takingOf(rows[0]);
  return { median_ms: medianMs, p95_ms: p95Ms };
}
