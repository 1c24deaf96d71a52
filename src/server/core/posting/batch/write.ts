/** One call that writes what a batch of messages changes (`posting_write`). */
import type { FunctionCall } from "../../../platform/db/calls.ts";
import { namedCall, type BatchFunction } from "../../../platform/db/columns.ts";
import { toJson } from "../../../platform/db/pool.ts";
import { LEGS } from "../../ledger/post.ts";
import { BOOKINGS, CONTINUITIES, KEYS, OUTBOX, PAYMENTS, SMS, USED, type PostingWrites, type StatsWrite } from "../write.ts";

/** The function that writes a batch. */
export const POSTING_WRITE: BatchFunction = {
  name: "posting_write",
  sets: [SMS, KEYS, BOOKINGS, USED, PAYMENTS, LEGS, OUTBOX, CONTINUITIES],
  besides: { rest: "jsonb" },
};

/** The call. Locks, order and errors: `db/functions/posting_write.sql`. */
export function writeOf(writes: PostingWrites): FunctionCall {
  return namedCall(POSTING_WRITE, [
    ...SMS.params(writes.sms),
    ...KEYS.params(writes.keys),
    ...BOOKINGS.params(writes.bookings),
    ...USED.params(writes.used),
    ...PAYMENTS.params(writes.payments),
    ...LEGS.params(writes.legs),
    ...OUTBOX.params(writes.outbox),
    ...CONTINUITIES.params(writes.continuities),
    ["rest", restOf(writes)],
  ]);
}

/** What a batch seldom has, as documents; null: nothing. */
function restOf({
  sms_updates,
  disputes,
  new_discrepancies,
  discrepancy_updates,
  differences,
  release,
  usage,
  stats,
  events,
  alerts,
}: PostingWrites): string | null {
  const lists = { sms_updates, disputes, new_discrepancies, discrepancy_updates, differences, release, usage, stats: summed(stats), events, alerts };
  const filled = Object.entries(lists).filter(([, rows]) => rows.length > 0);
  return filled.length === 0 ? null : toJson(Object.fromEntries(filled));
}

/** One row for each hour, merchant and operator. */
function summed(stats: readonly StatsWrite[]): StatsWrite[] {
  const sums = new Map<string, StatsWrite>();
  for (const row of stats) {
    const key = `${row.hour} ${row.merchant_id} ${row.operator}`;
    const sum = sums.get(key);
    sums.set(key, sum ? { ...sum, count: sum.count + row.count, amount: sum.amount + row.amount, fees: sum.fees + row.fees } : row);
  }
  return [...sums.values()];
}
