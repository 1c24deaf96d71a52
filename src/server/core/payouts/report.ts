/** What is said about an attempt, and what is kept of it whatever it says. */
import type { EvidenceSource } from "../../../contract/disburses.ts";
import type { App } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import type { Attempt, AttemptKey, Disburse } from "./store.ts";
import { alertAbout, change } from "./writing.ts";
import type { EventActor } from "../timeline.ts";

/** Where an outcome is known from. */
export interface AttemptReport {
  readonly source: EvidenceSource;
  /** Who acted; the machine by default. */
  readonly by?: EventActor;
  /** What exactly was answered, for the person who looks at it; never a secret. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The money left. Amounts are minor units. */
export interface Paid extends AttemptReport {
  readonly trxId: string;
  /** What the operator charged; null: not known yet, the message that comes later brings it. */
  readonly costMinor: bigint | null;
  /** What was really paid, where the answer says so; another amount than the order's is a conflict. */
  readonly amountMinor?: bigint | null;
  readonly atMs?: number | null;
}

/** It did not leave, or nobody knows. */
export interface NotPaid extends AttemptReport {
  /** A stable word: `rejected`, `timeout`, `returned`, `by_hand`, … or the operator's own code. */
  readonly code: string;
  readonly message?: string | null;
}

/** What an outcome did. */
export interface OutcomeResult {
  readonly kind: "changed" | "same" | "conflict";
  /** Of a conflict: what stands against it. */
  readonly why: Contradiction | null;
  readonly order: Disburse;
  /** Facts of the contradiction, for the person who is refused. */
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * - `other_trx`: it was completed with another TrxID. `superseded`: a later attempt is under way or done. `final`: the
 *   order ended without payment. `paid`: it was completed. `amount_differs`, `other_wallet`: of the answer or of the
 *   message with this TrxID. `payee_differs`: that message names another number than the order's. `trx_used`: the TrxID
 *   paid something else. `came_back`: the operator returned what left under it. `invalid_trx`: no TrxID at all. `phone_differs`: the phone had answered otherwise before.
 */
export type Contradiction =
  | "other_trx"
  | "superseded"
  | "final"
  | "paid"
  | "amount_differs"
  | "other_wallet"
  | "payee_differs"
  | "trx_used"
  | "came_back"
  | "invalid_trx"
  | "phone_differs";

/** Adds to what is known of an attempt. */
export async function learn(app: App, tx: Tx, key: AttemptKey, said: AttemptReport, code: string, message: string | null): Promise<void> {
  const item = { at: new Date(app.now()).toISOString(), source: said.source, code, message, account: said.by?.account ?? null, data: said.data ?? {} };
  await tx.run(
    // A phone or a script that repeats itself must not make the row grow without end.
    "update disburse_attempts set evidence = case when jsonb_array_length(evidence) < 100 then evidence || $3::jsonb else evidence end where disburse_id = $1 and no = $2",
    [key.disburseId, key.no, toJson([item])],
    "attempt_learn",
  );
}

/** Notes something about an attempt that changes nothing: an answer that proves nothing, a look that found nothing. */
export async function noteEvidence(app: App, tx: Tx, key: AttemptKey, said: AttemptReport, code: string, message: string | null = null): Promise<void> {
  await learn(app, tx, key, said, code, message);
}

/** An outcome that agrees with what stands. */
export const done = (kind: "changed" | "same", order: Disburse): OutcomeResult => ({ kind, why: null, order, details: {} });

/**
 * What contradicts the books changes nothing: it is kept as evidence, and a person is told. The order's version moves on,
 * so that nobody, and no request that waits for a second approval, acts on what was known before.
 */
export async function contradict(
  app: App,
  tx: Tx,
  at: { order: Disburse; attempt: Attempt },
  said: AttemptReport,
  why: Contradiction,
  details: Readonly<Record<string, unknown>> = {},
): Promise<OutcomeResult> {
  const { order, attempt } = at;
  await learn(app, tx, attempt, said, why, null);
  await alertAbout(app, tx, "disburse_differs", order, { why, attempt: attempt.no, source: said.source, ...details });
  return { kind: "conflict", why, order: await change(tx, order, {}), details };
}
