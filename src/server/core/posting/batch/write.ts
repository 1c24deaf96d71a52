/** One call that writes what a batch of messages changes (`settle_write`). */
import type { FunctionCall } from "../../../platform/db/calls.ts";
import { namedCall, type BatchFunction } from "../../../platform/db/columns.ts";
import { toJson } from "../../../platform/db/pool.ts";
import { LEGS } from "../../ledger/post.ts";
import { BOOKINGS, CHAINS, KEYS, OUTBOX, PAYMENTS, SMS, USED, type SettleWrites, type StatsWrite } from "../write.ts";

/** The function that writes a batch. */
export const SETTLE_WRITE: BatchFunction = {
  name: "settle_write",
  sets: [SMS, KEYS, BOOKINGS, USED, PAYMENTS, LEGS, OUTBOX, CHAINS],
  besides: { rest: "jsonb" },
};

/** The call. Locks, order and errors: `db/functions/settle_write.sql`. */
export function writeOf(writes: SettleWrites): FunctionCall {
  return namedCall(SETTLE_WRITE, [
    ...SMS.params(writes.sms),
    ...KEYS.params(writes.keys),
    ...BOOKINGS.params(writes.bookings),
    ...USED.params(writes.used),
    ...PAYMENTS.params(writes.payments),
    ...LEGS.params(writes.legs),
    ...OUTBOX.params(writes.outbox),
    ...CHAINS.params(writes.chains),
    ["rest", restOf(writes)],
  ]);
}

/** What a batch seldom has, as documents; null: nothing. */
function restOf({ sms_updates, disputes, new_gaps, gap_updates, differences, release, usage, stats, events, alerts }: SettleWrites): string | null {
  const lists = { sms_updates, disputes, new_gaps, gap_updates, differences, release, usage, stats: summed(stats), events, alerts };
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
