/** What an operator (or the phone) answers when it is asked about exactly one attempt, and what that proves. */
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { PayoutPort, Queried } from "../../core/operators/port.ts";
import { completeAttempt, noteEvidence, type OutcomeResult, type AttemptReport } from "../../core/payouts/outcome.ts";
import { failAttempt, markUnknown } from "../../core/payouts/not-paid.ts";
import { lockAttempt, type Attempt, type AttemptKey } from "../../core/payouts/store.ts";
import type { Emit } from "../../core/payouts/writing.ts";
import type { EventActor } from "../../core/timeline.ts";

/** One answer. */
export interface Answer {
  readonly key: AttemptKey;
  readonly port: Pick<PayoutPort, "notFoundGraceMs">;
  readonly answer: Queried;
  readonly by: EventActor;
  /** Leaves no trace of an answer that says nothing new: the machine asks often. */
  readonly quiet: boolean;
  /** The answer was due long ago: what is still under way counts as unknown. */
  readonly overdue: boolean;
}

/**
 * True when "I do not know this reference" proves that the attempt did not pay: long enough after its start, never
 * acknowledged, and nobody still at sending it.
 */
function provesFailure(attempt: Pick<Attempt, "acknowledgedAt" | "leaseUntil" | "startedAt">, graceMs: number, nowMs: number): boolean {
  const atIt = attempt.leaseUntil !== null && attempt.leaseUntil.getTime() > nowMs;
  return attempt.acknowledgedAt === null && !atIt && nowMs - attempt.startedAt.getTime() > graceMs;
}

const messageOf = (answer: Queried): string | null => ("message" in answer ? answer.message : null);
const codeOf = (answer: Queried): string => ("code" in answer ? answer.code : answer.kind);

/** Holds the answer against the attempt and writes what follows from it; an answer that proves nothing is evidence only. */
export async function recordQuery(app: App, tx: Tx, of: Answer, emit: Emit): Promise<OutcomeResult> {
  const { key, answer } = of;
  const { order, attempt } = await lockAttempt(tx, key);
  const said: AttemptReport = { source: "query", by: of.by, data: { ...answer } };
  const underWay = attempt.status === "created" || attempt.status === "sent";
  if (answer.kind === "completed") {
    const done = await completeAttempt(
      app,
      tx,
      key,
      { ...said, trxId: answer.trxId, costMinor: answer.costMinor, amountMinor: answer.amountMinor, atMs: answer.atMs },
      emit,
    );
    return done.kind === "conflict" && underWay ? markUnknown(app, tx, key, { ...said, code: done.why ?? "conflict" }, emit) : done;
  }
  const failed = answer.kind === "failed" || (answer.kind === "not_found" && provesFailure(attempt, of.port.notFoundGraceMs, app.now()));
  if (failed && attempt.status !== "failed" && attempt.status !== "completed")
    return failAttempt(app, tx, key, { ...said, code: answer.kind === "failed" ? answer.code : "not_found", message: messageOf(answer) }, emit);
  if (underWay && of.overdue) return markUnknown(app, tx, key, { ...said, code: "no_answer", message: messageOf(answer) }, emit);
  if (!of.quiet) await noteEvidence(app, tx, key, said, codeOf(answer), messageOf(answer));
  return { kind: "same", why: null, order, details: {} };
}
