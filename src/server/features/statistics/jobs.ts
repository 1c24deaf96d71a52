/** Folds the figures that batches leave behind into the hourly ones. */
import type { Queryable } from "../../platform/db/pool.ts";
import type { Job } from "../../platform/jobs/runner.ts";

/** What one fold takes, rows of single events and of batches; more are folded in the next run. */
const FOLD_ROWS = 50_000;
const FOLD_BATCHES = 2_000;
const LOCK = 61;

/**
 * Moves deltas and the sums of batches into the hourly figures with one statement: a reader that adds all up sees each of
 * them exactly once.
 * @returns how many deltas and batches were folded
 */
export async function foldStatistics(q: Queryable): Promise<number> {
  const row = await q.one<{ folded: number; batches: number }>(`
    with gone as (
      delete from stats_delta where ctid = any(array(select ctid from stats_delta limit ${FOLD_ROWS}))
      returning *
    ), batches as (
      delete from stats_batches where ctid = any(array(select ctid from stats_batches limit ${FOLD_BATCHES}))
      returning *
    ), parts as (
      select hour, merchant_id, operator, created_count, created_amount, completed_count, completed_amount, fees, disbursed_count, disbursed_amount, disburse_fees from gone
      union all
      select x.h, x.m, x.o, coalesce(x.n, 0), coalesce(x.a, 0), coalesce(x.cn, 0), coalesce(x.ca, 0), coalesce(x.f, 0), 0, 0, 0
        from batches b
        cross join lateral unnest(b.hours, b.merchants, b.operators, b.created_counts, b.created_amounts, b.completed_counts, b.completed_amounts, b.fees) as x (h, m, o, n, a, cn, ca, f)
    ), summed as (
      select hour, merchant_id, operator, sum(created_count) as created_count, sum(created_amount)::bigint as created_amount, sum(completed_count) as completed_count,
        sum(completed_amount)::bigint as completed_amount, sum(fees)::bigint as fees, sum(disbursed_count) as disbursed_count, sum(disbursed_amount)::bigint as disbursed_amount,
        sum(disburse_fees)::bigint as disburse_fees
      from parts group by hour, merchant_id, operator order by hour, merchant_id, operator
    ), kept as (
      insert into stats_hourly as h (hour, merchant_id, operator, created_count, created_amount, completed_count, completed_amount, fees, disbursed_count, disbursed_amount, disburse_fees)
        select hour, merchant_id, operator, created_count, created_amount, completed_count, completed_amount, fees, disbursed_count, disbursed_amount, disburse_fees from summed
      on conflict (hour, merchant_id, operator) do update set
        created_count = h.created_count + excluded.created_count, created_amount = h.created_amount + excluded.created_amount,
        completed_count = h.completed_count + excluded.completed_count, completed_amount = h.completed_amount + excluded.completed_amount,
        fees = h.fees + excluded.fees, disbursed_count = h.disbursed_count + excluded.disbursed_count, disbursed_amount = h.disbursed_amount + excluded.disbursed_amount, disburse_fees = h.disburse_fees + excluded.disburse_fees
    )
    select (select count(*) from gone)::int as folded, (select count(*) from batches)::int as batches`);
  return row ? row.folded + row.batches : 0;
}

export const statisticsJobs: Job[] = [
  {
    name: "statistics.fold",
    everyMs: 1000,
    lock: LOCK,
    run: async (app) => (await foldStatistics(app.db)) >= FOLD_BATCHES,
  },
];
