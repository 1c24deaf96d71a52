/** What an operator answers to a submission, written down as the outcome of its attempt. */
import type { App } from "../../platform/context.ts";
import type { Submitted } from "../operators/port.ts";
import type { Claimed } from "./attempt-lease.ts";
import { acknowledgeAttempt, completeAttempt, recordOutcome, type OutcomeResult } from "./outcome.ts";
import { failAttempt, markUnknown } from "./not-paid.ts";

/** Tries to write a result down while the database is away. */
const RECORD_TRIES = 5;

/** Writes an answer down. What contradicts itself is unknown: a person looks at it. */
async function record(app: App, claimed: Claimed, answer: Submitted): Promise<OutcomeResult> {
  const key = { disburseId: claimed.order.id, no: claimed.attempt.no };
  const said = { source: "submit", data: { ...answer } } as const;
  return recordOutcome(app, async (tx, emit) => {
    switch (answer.kind) {
      case "completed": {
        const done = await completeAttempt(app, tx, key, { ...said, trxId: answer.trxId, costMinor: answer.costMinor, atMs: answer.atMs }, emit);
        return done.kind === "conflict" ? markUnknown(app, tx, key, { ...said, code: done.why ?? "conflict" }, emit) : done;
      }
      case "accepted":
        return acknowledgeAttempt(app, tx, key, { ...said, operatorReference: answer.operatorReference }, emit);
      case "rejected":
        return failAttempt(app, tx, key, { ...said, code: answer.code, message: answer.message }, emit);
      case "unknown":
        return markUnknown(app, tx, key, { ...said, code: answer.code, message: answer.message }, emit);
    }
  });
}

export async function recordSurely(app: App, claimed: Claimed, answer: Submitted): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await record(app, claimed, answer);
      return;
    } catch (error) {
      // Given up, the lease ends and the attempt becomes unknown.
      if (tries >= RECORD_TRIES) {
        app.log.error({ err: error, reference: claimed.attempt.reference, answer: answer.kind }, "the answer to a payout could not be written down");
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** tries));
    }
  }
}
