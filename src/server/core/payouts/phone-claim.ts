/**
 * What an attempt is said to have been paid with, before its message: kept as a claim, and ended by the message that contradicts
 * it. As in `outcome.ts`.
 */
import { transition } from "../../../contract/life-cycles.ts";
import { trxKey } from "../../../domain/messages/index.ts";
import { doneOf } from "../../platform/answer.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { contradict, done, learn, type Contradiction, type OutcomeResult, type Paid, type AttemptReport } from "./report.ts";
import { awaitsReport } from "../unreported/store.ts";
import { lockDisburse, readAttempt, type Attempt, type AttemptKey, type Disburse } from "./store.ts";
import { change, changedEvent, timeline, type Emit } from "./writing.ts";

/** Whether the word of its phone completes an attempt: no message would come anyway, or the wallet trusts its phone that far. */
export async function trustsPhone(tx: Tx, attempt: Attempt): Promise<boolean> {
  const wallet = await tx.one<{ limit: bigint | null }>('select phone_trust_limit as "limit" from wallets where id = $1', [attempt.walletId]);
  if (wallet?.limit !== null && wallet?.limit !== undefined && attempt.amountMinor <= wallet.limit) return true;
  return !(await awaitsReport(tx, attempt.walletId));
}

/** Keeps what a phone says it paid with: sent, and waiting for proof. The message completes the order, whatever TrxID it carries. */
export async function claimPaid(app: App, tx: Tx, { order, attempt }: { order: Disburse; attempt: Attempt }, paid: Paid, emit: Emit): Promise<OutcomeResult> {
  if (attempt.status === "failed") return contradict(app, tx, { order, attempt }, paid, "phone_differs", { trx_id: paid.trxId });
  if (attempt.claimedTrxId !== null && trxKey(attempt.claimedTrxId) === trxKey(paid.trxId)) return done("same", order);
  await learn(app, tx, attempt, paid, "says_paid", null);
  const now = new Date(app.now());
  await tx.run(
    `update disburse_attempts set claimed_trx_id = $3, claimed_trx_key = $4, claimed_at = $5, acknowledged_at = coalesce(acknowledged_at, $5), lease_until = null, lease_token = null
     where disburse_id = $1 and no = $2`,
    [order.id, attempt.no, paid.trxId.trim(), trxKey(paid.trxId), now],
  );
  const waiting = await change(tx, order, order.status === "processing" ? { reason: "waits_for_proof" } : {});
  await timeline(app, tx, order.id, "says_paid", { attempt: attempt.no, trx_id: paid.trxId, source: paid.source }, paid.by);
  emit(changedEvent(waiting));
  return done("changed", waiting);
}

/**
 * A message carries the TrxID that an attempt is said to have been paid with, and tells of something else: the claim ends,
 * the order is disputed, and nobody knows whether it was paid.
 */
export async function refuteClaim(app: App, tx: Tx, key: AttemptKey, said: AttemptReport, why: Contradiction, emit: Emit): Promise<void> {
  const order = doneOf(await lockDisburse(tx, key.disburseId));
  const attempt = await readAttempt(tx, key);
  if (attempt === null) return;
  const against = await contradict(app, tx, { order, attempt }, said, why, said.data ?? {});
  await tx.run(
    `update disburse_attempts set claimed_trx_key = null, claimed_at = null, status = $4, error = $3, query_after = null
     where disburse_id = $1 and no = $2`,
    [key.disburseId, key.no, why, attempt.status === "sent" ? transition("disburse_attempts", "sent", "lose") : attempt.status],
  );
  const at = new Date(app.now());
  const lost = await change(tx, against.order, {
    ...(order.status === "processing" ? { status: transition("disburses", order.status, "lose"), reason: "proof_differs" } : {}),
    columns: { disputed_at: at },
  });
  await timeline(app, tx, order.id, "claim_contradicted", { attempt: attempt.no, why, ...said.data });
  emit(changedEvent(lost));
}
