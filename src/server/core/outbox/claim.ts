/** The worker's statements: take due rows, give them back, record what became of them (functions of the database). */
import type { Db } from "../../platform/db/pool.ts";
import { toJson } from "../../platform/db/pool.ts";
import type { Outcome } from "./schedule.ts";

/** One try as it is stored and shown. */
export interface Attempt {
  readonly at: string;
  readonly code: number | null;
  readonly ms: number;
  readonly body_start: string | null;
  readonly error: string | null;
}

/** A row of the outbox that this worker holds until its lease ends. */
export interface ClaimedRow {
  readonly id: bigint;
  readonly merchant_id: bigint;
  readonly object_type: string;
  readonly object_id: bigint;
  readonly type: string;
  readonly url: string | null;
  readonly target: string;
  readonly body: string;
  readonly attempts: number;
  readonly attempt_log: readonly Attempt[];
  readonly give_up_at: Date | null;
  readonly lease_until: Date | null;
  readonly next_at: Date;
}

/** Whether a claim has moved a row to its present address alone: it is due there now, and the next claim takes it. @param nowMs of the claim; the database keeps whole ones */
export const wasMoved = ({ lease_until, next_at }: Pick<ClaimedRow, "lease_until" | "next_at">, nowMs: number): boolean =>
  lease_until === null && next_at.getTime() <= nowMs;

export interface ClaimOptions {
  readonly nowMs: number;
  readonly leaseUntilMs: number;
  /** Targets up to this one were served by the claim before. */
  readonly after: string;
  readonly budgets: Readonly<Record<string, number>>;
  readonly budget: number;
  readonly limit: number;
}

/** Takes due rows. Rows behind an older one of the same object are put off and not answered. */
export async function claimRows(db: Db, options: ClaimOptions): Promise<ClaimedRow[]> {
  const rows = await db.rows<ClaimedRow>(
    "select id, merchant_id, object_type, object_id, type, url, target, body, attempts, attempt_log, give_up_at, lease_until, next_at from outbox_claim($1, $2, $3, $4, $5, $6)",
    [new Date(options.nowMs), new Date(options.leaseUntilMs), options.after, toJson(options.budgets), options.budget, options.limit],
    "outbox_claim",
  );
  return rows;
}

/** Gives rows back without an attempt; they are due again at `nextAtMs`. */
export async function releaseRows(db: Db, rows: readonly ClaimedRow[], nextAtMs: number): Promise<void> {
  if (rows.length > 0) await db.run("select outbox_release($1, $2, $3)", [rows.map((row) => row.id), rows.map((row) => row.lease_until), new Date(nextAtMs)]);
}

/** What became of one claimed row. */
export interface Result {
  readonly row: ClaimedRow;
  readonly outcome: Outcome;
  readonly attempt: Attempt;
  readonly nextAtMs: number | null;
  /** For the alert that a notification which is given up raises. */
  readonly alertId: bigint | null;
}

/** What a batch of results changed elsewhere. */
export interface Touched {
  readonly kind: "payment" | "disburse" | "next";
  readonly id: bigint;
  readonly version: number;
  readonly merchant_id: bigint;
}

/** Records a batch in one transaction: rows, history, orders' notification state, alerts. */
export async function recordResults(db: Db, nowMs: number, results: readonly Result[]): Promise<Touched[]> {
  const rows = results.map(({ row, outcome, attempt, nextAtMs, alertId }) => ({
    id: row.id,
    lease: row.lease_until,
    outcome,
    attempt,
    code: attempt.code,
    next_at: nextAtMs === null ? null : new Date(nextAtMs).toISOString(),
    alert_id: alertId,
  }));
  return db.rows<Touched>("select kind, id, version, merchant_id from outbox_record($1, $2)", [new Date(nowMs), toJson(rows)], "outbox_record");
}
