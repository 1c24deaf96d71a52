/**
 * What waits, as data: where each kind of exception is found, and whether its cause still stands. Each line reads an
 * index of what is open, so a sweep costs what is open and not what there is.
 */
import type { ExceptionKind } from "../../../contract/exceptions.ts";
import type { App } from "../../platform/context.ts";
import { join, raw, sql, type Sql } from "../../platform/lists/sql.ts";

/** What the predicates are measured by. */
export interface Measure {
  readonly nowMs: number;
  readonly nearLimitPercent: number;
  readonly queuedAlertHours: number;
  readonly proofWaitMinutes: number;
}

/** The measure of this moment. */
export function measureOf(app: App): Measure {
  const { wallet_near_limit_percent, queued_alert_hours, proof_wait_minutes } = app.config.current;
  return { nowMs: app.now(), nearLimitPercent: wallet_near_limit_percent, queuedAlertHours: queued_alert_hours, proofWaitMinutes: proof_wait_minutes };
}

/** Where exceptions of one kind are found. */
export interface Detector {
  /** Type of the object, as public ids name it. */
  readonly object: string;
  readonly from: string;
  /** The object's stored id. */
  readonly id: string;
  readonly where: (m: Measure) => Sql;
  /** Since when it waits; null: since the sweep saw it. */
  readonly since?: string;
  readonly merchant?: string;
  readonly wallet?: string;
  readonly amount?: string;
  /** Raised by whoever saw it happen: the sweep only ends it. */
  readonly raised?: true;
  /** Its amount changes while it stands: the sweep keeps the alert's at what it is now. */
  readonly moves?: true;
}

/** An instant, ms, in SQL. */
export const at = (ms: number): Sql => sql`to_timestamp(${ms}::float8 / 1000)`;
/** A condition without parameters. */
export const is = (text: string) => (): Sql => raw(text);
/** Orders in a state. */
export const orders = (object: "payment" | "disburse", where: Detector["where"]): Detector => ({
  object,
  from: `${object}s x`,
  id: "x.id",
  where,
  merchant: "x.merchant_id",
  wallet: "x.wallet_id",
  amount: "x.amount",
});
/** Messages in a state. */
export const messages = (where: string): Detector => ({
  object: "sms",
  from: "sms x",
  id: "x.id",
  where: is(where),
  since: "x.received_at",
  wallet: "x.wallet_id",
  amount: "x.amount",
});
/** Detectors by kind. A kind that no part has a detector for is ended by a person alone. */
export type Detectors = Readonly<Partial<Record<ExceptionKind, Detector>>>;

const entries = (detectors: Detectors): [ExceptionKind, Detector][] => Object.entries(detectors) as [ExceptionKind, Detector][]; // keys of that type

/** New rows of one kind in one sweep at most; the next sweep goes on. */
export const SWEEP_BATCH = 500;

/** What stands and is not in the queue yet: `kind, object_type, object_id, merchant_id, wallet_id, amount, since`. */
export function missingSql(detectors: Detectors, m: Measure): Sql {
  const parts = entries(detectors)
    .filter(([, detector]) => detector.raised !== true)
    .map(
      ([
        kind,
        detector,
      ]) => sql`(select ${kind}::text as kind, ${detector.object}::text as object_type, ${raw(detector.id)} as object_id, ${raw(detector.merchant ?? "null::bigint")} as merchant_id,
        ${raw(detector.wallet ?? "null::bigint")} as wallet_id, ${raw(detector.amount ?? "null::bigint")} as amount, ${detector.since === undefined ? at(m.nowMs) : raw(detector.since)} as since
        from ${raw(detector.from)} where ${detector.where(m)}
        and not exists (select 1 from alerts l where l.kind = ${kind} and l.object_id = ${raw(detector.id)} and l.status in ('open', 'claimed', 'muted')) limit ${SWEEP_BATCH})`,
    );
  return join(parts, " union all ");
}

/** Open alerts whose amount is another by now: `id, a`. */
export function movedSql(detectors: Detectors): Sql {
  const parts = entries(detectors)
    .filter(([, detector]) => detector.moves === true)
    .map(
      ([
        kind,
        detector,
      ]) => sql`(select l.id, ${raw(detector.amount ?? "null::bigint")} as a from alerts l join ${raw(detector.from)} on ${raw(detector.id)} = l.object_id
        where l.kind = ${kind} and l.status in ('open', 'claimed', 'muted') and l.amount is distinct from ${raw(detector.amount ?? "null::bigint")})`,
    );
  return join(parts, " union all ");
}

/** True of alert `al` while its cause stands; null where nobody can look it up. */
export function standsSql(detectors: Detectors, m: Measure): Sql {
  const cases = entries(detectors).map(([kind, detector]) => {
    const same = detector.id === "null::bigint" || detector.object === "operator" ? raw("true") : sql`${raw(detector.id)} = al.object_id`;
    return sql`when ${kind} then exists (select 1 from ${raw(detector.from)} where ${same} and (${detector.where(m)}))`;
  });
  return sql`case al.kind ${join(cases, " ")} end`;
}
