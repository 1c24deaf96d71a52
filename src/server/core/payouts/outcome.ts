/**
 * What became of an attempt: the one place that completes, fails or loses it. Answers of the operator, callbacks, phones,
 * re-checks, messages and people all come through here, in any order and any number of times.
 *
 * Each function takes the caller's transaction, locks by itself (continuity row of the wallet, order), and is harmless when
 * repeated. `same`: it was so already. `conflict`: it contradicts what stands; nothing but the evidence and an alert was
 * written, which is worth committing; a person's call refuses instead. Live events go to `emit`, after the commit.
 */
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { trxKey } from "../../../domain/messages/index.ts";
import { doneOf } from "../../platform/answer.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { debitBooked, debitWaiting } from "./debits.ts";
import { samePayer } from "../../../domain/payments/matching.ts";
import { isTrxId, trxUse } from "../orders/trx-id.ts";
import { contradict, done, learn, type Contradiction, type NotPaid, type OutcomeResult, type Paid, type AttemptReport } from "./report.ts";
import { mayComplete, complete } from "./completion.ts";
import { awaitsReport } from "../unreported/store.ts";
import { lockAttempt, lockDisburse, readAttempt, type Attempt, type AttemptKey, type Disburse } from "./store.ts";
import { alertAbout, change, changedEvent, freeze, timeline, useLimits, type Emit } from "./writing.ts";

export { isTrxId } from "../orders/trx-id.ts";
export { noteEvidence, type Contradiction, type NotPaid, type OutcomeResult, type Paid, type AttemptReport } from "./report.ts";
export { mayComplete } from "./completion.ts";

/** What stands against a completion before any message is looked at; null: nothing. */
async function standing(tx: Tx, order: Disburse, attempt: Attempt, paid: Paid): Promise<{ why: Contradiction; details: Record<string, unknown> } | null> {
  if (!isTrxId(paid.trxId)) return { why: "invalid_trx", details: {} };
  if (!mayComplete(order, attempt)) return { why: order.attemptCount > attempt.no ? "superseded" : "final", details: { status: order.status } };
  if (paid.amountMinor !== undefined && paid.amountMinor !== null && paid.amountMinor !== order.amountMinor)
    return { why: "amount_differs", details: { paid: formatAmount(paid.amountMinor), amount: formatAmount(order.amountMinor) } };
  return (await trxUse(tx, order.operator, trxKey(paid.trxId), "debit")) ? { why: "trx_used", details: {} } : null;
}

/**
 * Completes an attempt: the order, the books, the limits, the figures, the notification. A debit message with this TrxID
 * that was booked as unexplained is used, so the wallet is never booked twice; one that comes later is linked
 * (`from-message.ts`).
 */
export async function completeAttempt(app: App, tx: Tx, key: AttemptKey, paid: Paid, emit: Emit): Promise<OutcomeResult> {
  const { order, attempt } = await lockAttempt(tx, key);
  if (attempt.status === "completed") {
    const same = attempt.trxId !== null && trxKey(attempt.trxId) === trxKey(paid.trxId);
    return same ? done("same", order) : contradict(app, tx, { order, attempt }, paid, "other_trx", { trx_id: paid.trxId, completed: attempt.trxId });
  }
  const against = await standing(tx, order, attempt, paid);
  if (against) return contradict(app, tx, { order, attempt }, paid, against.why, { trx_id: paid.trxId, ...against.details });
  const debit = await debitBooked(tx, order.operator, trxKey(paid.trxId));
  const told = debit ?? (await debitWaiting(tx, order.operator, trxKey(paid.trxId)));
  if (told && told.walletId !== attempt.walletId) return contradict(app, tx, { order, attempt }, paid, "other_wallet", { trx_id: paid.trxId });
  if (told && told.amountMinor !== order.amountMinor)
    return contradict(app, tx, { order, attempt }, paid, "amount_differs", {
      trx_id: paid.trxId,
      message_amount: formatAmountOrNull(told.amountMinor),
      amount: formatAmount(order.amountMinor),
    });
  const otherPayee = told !== null && samePayer(told.counterparty, order.customer) === false;
  // A person may know why (the number was ported); a machine that names another's payment has proven nothing.
  if (otherPayee && paid.source !== "person") return contradict(app, tx, { order, attempt }, paid, "payee_differs", { trx_id: paid.trxId });
  // A phone's word alone proves nothing where the operator's message is still to come, whoever passes it on.
  const byPhone = paid.source === "device" || (attempt.rail === "app" && paid.source !== "person");
  if (byPhone && debit === null && !(await trustsPhone(tx, attempt))) return claimPaid(app, tx, { order, attempt }, paid, emit);
  const completed = await complete(app, tx, { order, attempt, paid, debit, report: null }, emit);
  if (otherPayee && completed.kind === "changed")
    await alertAbout(app, tx, "disburse_differs", completed.order, { why: "payee_differs", attempt: attempt.no, source: paid.source, trx_id: paid.trxId });
  return completed;
}

/** Whether the word of its phone completes an attempt: no message would come anyway, or the wallet trusts its phone that far. */
async function trustsPhone(tx: Tx, attempt: Attempt): Promise<boolean> {
  const wallet = await tx.one<{ limit: bigint | null }>('select phone_trust_limit as "limit" from wallets where id = $1', [attempt.walletId]);
  if (wallet?.limit !== null && wallet?.limit !== undefined && attempt.amountMinor <= wallet.limit) return true;
  return !(await awaitsReport(tx, attempt.walletId));
}

/** Keeps what a phone says it paid with: sent, and waiting for proof. The message completes the order, whatever TrxID it carries. */
async function claimPaid(app: App, tx: Tx, { order, attempt }: { order: Disburse; attempt: Attempt }, paid: Paid, emit: Emit): Promise<OutcomeResult> {
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

/**
 * Says that an attempt certainly did not pay. The hold stays: the order waits for a reset or its end (rule 11).
 * @returns `conflict` `paid` when it was completed
 */
export async function failAttempt(app: App, tx: Tx, key: AttemptKey, not: NotPaid, emit: Emit): Promise<OutcomeResult> {
  const { order, attempt } = await lockAttempt(tx, key);
  if (attempt.status === "failed") return done("same", order);
  if (attempt.status === "completed") return contradict(app, tx, { order, attempt }, not, "paid", { code: not.code });
  const failed = await failLocked(app, tx, { order, attempt }, not, emit);
  return done("changed", failed);
}

/** As {@link failAttempt} for what is locked and under way. */
export async function failLocked(app: App, tx: Tx, at: { order: Disburse; attempt: Attempt }, not: NotPaid, emit: Emit): Promise<Disburse> {
  const { order, attempt } = at;
  await learn(app, tx, attempt, not, not.code, not.message ?? null);
  await tx.run(
    "update disburse_attempts set status = $5, error = $3, ended_at = $4, lease_until = null, lease_token = null, query_after = null where disburse_id = $1 and no = $2",
    [order.id, attempt.no, errorText(not), new Date(app.now()), transition("disburse_attempts", attempt.status, "fail")],
  );
  const failed = await change(tx, order, {
    status: transition("disburses", order.status, "attempt_fail"),
    reason: not.code,
    account: not.by?.type === "user" ? not.by.account : null,
  });
  await freeze(tx, attempt.walletId, -attempt.frozenMinor);
  await useLimits(tx, order, attempt.walletId, attempt.startedAt.getTime(), "released");
  await timeline(app, tx, order.id, "attempt_failed", { attempt: attempt.no, code: not.code, message: not.message ?? null, source: not.source }, not.by);
  emit(changedEvent(failed), { kind: "wallets", objectId: attempt.walletId, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
  return failed;
}

/**
 * Says that nobody knows whether an attempt paid. It is never sent again; its money stays frozen until a re-check, a
 * message or a person proves how it ended.
 * @returns `same` when it was unknown already, and when its end is known: a late doubt changes no certainty
 */
export async function markUnknown(app: App, tx: Tx, key: AttemptKey, not: NotPaid, emit: Emit): Promise<OutcomeResult> {
  const { order, attempt } = await lockAttempt(tx, key);
  await learn(app, tx, attempt, not, not.code, not.message ?? null);
  if (attempt.status !== "created" && attempt.status !== "sent") return done("same", order);
  await tx.run(
    "update disburse_attempts set status = $4, error = $3, lease_until = null, lease_token = null, query_after = null where disburse_id = $1 and no = $2",
    [order.id, attempt.no, errorText(not), transition("disburse_attempts", attempt.status, "lose")],
  );
  const lost = await change(tx, order, { status: transition("disburses", order.status, "lose"), reason: not.code });
  await timeline(app, tx, order.id, "unknown", { attempt: attempt.no, code: not.code, message: not.message ?? null, source: not.source }, not.by);
  emit(changedEvent(lost));
  return done("changed", lost);
}

const errorText = (not: NotPaid): string => (not.message ? `${not.code}: ${not.message}` : not.code).slice(0, 500);

/** Notes that the other side has the attempt and works on it. @param operatorReference what it calls the attempt */
export async function acknowledgeAttempt(
  app: App,
  tx: Tx,
  key: AttemptKey,
  said: AttemptReport & { readonly operatorReference: string | null },
  emit: Emit,
): Promise<OutcomeResult> {
  const { order, attempt } = await lockAttempt(tx, key);
  if (attempt.acknowledgedAt !== null && (said.operatorReference === null || said.operatorReference === attempt.operatorReference)) return done("same", order);
  await learn(app, tx, attempt, said, "accepted", said.operatorReference);
  await tx.run(
    `update disburse_attempts set acknowledged_at = coalesce(acknowledged_at, $3), operator_reference = coalesce($4, operator_reference),
       lease_until = null, lease_token = null where disburse_id = $1 and no = $2`,
    [order.id, attempt.no, new Date(app.now()), said.operatorReference],
  );
  emit(changedEvent(order));
  return done("changed", order);
}

/** Runs one outcome in a transaction of its own and sends what follows: for callbacks, jobs and the dispatcher. */
export async function recordOutcome(app: App, outcome: (tx: Tx, emit: Emit) => Promise<OutcomeResult>): Promise<OutcomeResult> {
  let events: Parameters<Emit> = [];
  const result = await app.db.tx((tx) => {
    events = [];
    return outcome(tx, (...more) => events.push(...more));
  });
  if (events.length > 0) app.events.publish(events);
  app.wakeOutbox();
  return result;
}
