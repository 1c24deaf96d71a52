/** Brings the queue up to date: what waits now is in it, what has ended has left it, what was muted for a while is back. */
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import { transition } from "../../../contract/life-cycles.ts";
import type { App } from "../../platform/context.ts";
import { KeptAnswers } from "../../platform/kept.ts";
import { toJson } from "../../platform/db/pool.ts";
import { ANY_OBJECT } from "../../platform/events/view.ts";
import { SEARCH_LIMITS } from "../../platform/lists/limits.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { bind, raw, sql } from "../../platform/lists/sql.ts";
import { within } from "../../platform/within.ts";
import { RESOLVED } from "./raise.ts";
import { type Measure, measureOf, missingSql, movedSql, standsSql, SWEEP_BATCH } from "./detectors.ts";

interface Missing {
  readonly kind: string;
  readonly object_type: string;
  readonly object_id: bigint;
  readonly merchant_id: bigint | null;
  readonly wallet_id: bigint | null;
  readonly amount: bigint | null;
  readonly since: Date;
}

/** Ends what has lost its cause: all of it, or one alert. Answers how many did. */
function endAll(app: App, measure: Measure, id: bigint | null = null): Promise<number> {
  const which = id === null ? raw("true") : sql`al.id = ${id}`;
  const ended =
    bind(sql`update alerts al set status = ${RESOLVED}, resolved_by = null, resolved_at = to_timestamp(${measure.nowMs}::float8 / 1000), version = version + 1
    where ${which} and al.status in ('open', 'claimed', 'muted') and coalesce(${standsSql(app.offers.detectors, measure)}, true) = false`);
  return app.db.sweepTx((tx) => tx.run(ended.text, ended.values, id === null ? "queue_ended" : "queue_ended_one"));
}

/** Somebody's list of what is open is another now. */
function tellHome(app: App): void {
  app.events.publish([{ kind: "home", objectId: ANY_OBJECT, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null }]);
}

/**
 * One sweep. Any number of processes may sweep at once: one open alert per kind and object holds in the database.
 * @returns whether there may be more to find
 */
export async function sweepQueue(app: App): Promise<boolean> {
  const measure = measureOf(app);
  const found = await app.db.sweepTx((tx) => rowsOf<Missing>(tx, missingSql(app.offers.detectors, measure), "queue_missing"));
  const opened =
    found.length === 0
      ? 0
      : ((await app.db.one<{ opened: number }>("select alerts_raise($1, false) as opened", [toJson(found.map((row) => ({ id: app.ids.next(), ...row })))]))
          ?.opened ?? 0);
  const resolved = await endAll(app, measure);
  const moved = await keepAmounts(app);
  const back = await app.db.run(
    "update alerts set status = $2, muted_until = null, alerted_at = null, version = version + 1 where status = 'muted' and muted_until <= to_timestamp($1::float8 / 1000)",
    [measure.nowMs, transition("alerts", "muted", "wake")],
  );
  if (opened + resolved + moved + back > 0) tellHome(app);
  return found.length >= SWEEP_BATCH;
}

/** Brings amounts up to what they are now: who raised an alert knew its own part only. Answers how many were not. */
export async function keepAmounts(app: App): Promise<number> {
  const set = bind(
    sql`update alerts al set amount = x.a, version = version + 1 from (${movedSql(app.offers.detectors)}) x where al.id = x.id and al.status in ('open', 'claimed', 'muted')`,
  );
  return app.db.sweepTx((tx) => tx.run(set.text, set.values, "queue_moved"));
}

/** Sweeps on behalf of a reader, a second apart at least; one that failed is tried again by the next reader. */
const LATELY = new KeptAnswers<unknown>(1000);

/**
 * The queue as a person is to read it: at most a second behind what it is about. Nobody waits longer than `waitMs` for that: a sweep that
 * takes longer goes on, what it finds is told as a live event, and the list is read again (docs/decisions/0092).
 */
export async function freshQueue(app: App): Promise<void> {
  await within(
    LATELY.of(app, "all", () => sweepQueue(app)),
    (app.searchLimits ?? SEARCH_LIMITS).waitMs,
  );
}

/** One exception as it stands at this moment: who has just decided is told at once that it is over, not at the next sweep. */
export async function freshException(app: App, id: bigint): Promise<void> {
  if ((await endAll(app, measureOf(app), id)) > 0) tellHome(app);
}
