/** A merchant's figures of as many days right before a range, to be compared with. */
import type { OwnBefore, OwnFigures } from "../../../contract/statistics.schema.ts";
import { addDays, businessDayStart, DAY_MS, HOUR_MS } from "../../../contract/time.ts";
import type { BoundedRead } from "../../platform/db/bounded.ts";
import { readOutcomes } from "./orders.ts";
import { type OwnRange, readDays, readTaking, readUntil } from "./own-sums.ts";

/** What is compared: a range, what it comes to, and until when it counts. */
interface Compared {
  readonly range: OwnRange;
  readonly totals: OwnFigures["totals"];
  readonly atMs: number;
  readonly limitMs: number;
}

/** Sums of both sides: of all of them, or of a range that still runs of the hours that have ended, and of as many before. */
async function readSums(
  ask: BoundedRead,
  before: OwnRange,
  { range, totals, atMs, limitMs }: Compared,
): Promise<Pick<OwnBefore, "until" | "now" | "sums" | "days">> {
  const [start, end] = [businessDayStart(range.from), businessDayStart(addDays(range.to, 1))];
  const { days, totals: whole } = await readDays(ask, before, limitMs);
  if (atMs >= end) return { until: null, now: totals, sums: whole, days };
  const untilMs = Math.max(start, Math.floor(atMs / HOUR_MS) * HOUR_MS);
  const until = new Date(untilMs);
  const asLong = new Date(untilMs - (end - start));
  return { until: until.toISOString(), now: await readUntil(ask, range, until, limitMs), sums: await readUntil(ask, before, asLong, limitMs), days };
}

/** Figures of the days before. Shares and times to complete are of whole days: their length makes no difference. */
export async function readBefore(ask: BoundedRead, compared: Compared): Promise<OwnBefore> {
  const { range, limitMs } = compared;
  const count = Math.round((businessDayStart(range.to) - businessDayStart(range.from)) / DAY_MS) + 1;
  const before = { ...range, from: addDays(range.from, -count), to: addDays(range.from, -1) };
  const { payments, disburses } = await readOutcomes(ask, before, limitMs);
  return {
    from: before.from,
    to: before.to,
    ...(await readSums(ask, before, compared)),
    payments_bps: payments?.success_bps ?? null,
    disburses_bps: disburses?.success_bps ?? null,
    median_ms: (await readTaking(ask, before, limitMs))?.median_ms ?? null,
  };
}
