/** How long payments take from order to money: the one home of the rule. */
import { idAt } from "../../platform/db/ids.ts";
import { allOf, equals, raw, sql, type Sql } from "../../platform/lists/sql.ts";

/** Completions that a median is taken from. */
const MEDIAN_ROWS = 5000;

/** Time from order to money over the newest completions between two moments, ms; null when there is none. */
export interface Taking {
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}
/** A row of {@link takingSql}. */
export interface TakingRow {
  readonly ms: number[] | null;
}

/**
 * Median and the 95th of a hundred, of the payments created between two moments that have completed; `merchantId` null: the platform's.
 * @param byMs only what had completed by then counts, as on a day that still runs
 */
export function takingSql(fromMs: number, toMs: number, merchantId: bigint | null, byMs: number | null = null): Sql {
  const made = [raw("status = 'completed'"), sql`id >= ${idAt(fromMs)}`, sql`id < ${idAt(toMs)}`, ...equals("merchant_id", merchantId)];
  const done = byMs === null ? [] : [sql`paid_at <= ${new Date(byMs).toISOString()}::timestamptz`];
  return sql`select percentile_cont(array[0.5, 0.95]::float8[]) within group (order by extract(epoch from paid_at)::float8 * 1000 - ms_of_id(id)) as ms
    from (select id, paid_at from payments where ${allOf([...made, ...done])}
      order by id desc limit ${MEDIAN_ROWS}) latest`;
}

/** What the row says. */
export function takingOf(row: TakingRow | undefined): Taking {
  const whole = (ms: number | undefined): number | null => (ms === undefined ? null : Math.max(0, Math.round(ms)));
  return { medianMs: whole(row?.ms?.[0]), p95Ms: whole(row?.ms?.[1]) };
}
