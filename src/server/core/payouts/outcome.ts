/**
 * What became of an attempt: the one place that completes it; what fails or loses it is `not-paid.ts`, what is said before its
 * message `phone-claim.ts`. Answers of the operator, callbacks, phones, re-checks, messages and people all come through here, in
 * any order and any number of times.
 *
 * Each function takes the caller's transaction, locks by itself (continuity row of the wallet, order), and is harmless when
 * repeated. `same`: it was so already. `conflict`: it contradicts what stands; nothing but the evidence and an alert was
 * written, which is worth committing; a person's call refuses instead. Live events go to `emit`, after the commit.
 */
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { trxKey } from "../../../domain/messages/index.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { cameBack } from "../posting/came-back.ts";
import { debitBooked, debitWaiting } from "./debits.ts";
import { samePayer } from "../../../domain/payments/matching.ts";
import { isTrxId, trxUse } from "../orders/trx-id.ts";
import { contradict, done, learn, type Contradiction, type OutcomeResult, type Paid, type AttemptReport } from "./report.ts";
import { mayComplete, complete } from "./completion.ts";
import { lockAttempt, type Attempt, type AttemptKey, type Disburse } from "./store.ts";
import { alertAbout, changedEvent, type Emit } from "./writing.ts";
import { trustsPhone, claimPaid } from "./phone-claim.ts";

export { isTrxId } from "../orders/trx-id.ts";
export { noteEvidence, type Contradiction, type NotPaid, type OutcomeResult, type Paid, type AttemptReport } from "./report.ts";
export { mayComplete } from "./completion.ts";

/** What stands against a completion before any message that tells of it is looked at; null: nothing. Writes nothing. */
export async function standing(
  tx: Tx,
  order: Disburse,
  attempt: Attempt,
  paid: Paid,
): Promise<{ why: Contradiction; details: Record<string, unknown> } | null> {
  if (!isTrxId(paid.trxId)) return { why: "invalid_trx", details: {} };
  if (!mayComplete(order, attempt)) return { why: order.attemptCount > attempt.no ? "superseded" : "final", details: { status: order.status } };
  if (paid.amountMinor !== undefined && paid.amountMinor !== null && paid.amountMinor !== order.amountMinor)
    return { why: "amount_differs", details: { paid: formatAmount(paid.amountMinor), amount: formatAmount(order.amountMinor) } };
  if (await trxUse(tx, order.operator, trxKey(paid.trxId), "debit")) return { why: "trx_used", details: {} };
  return (await cameBack(tx, attempt.walletId, trxKey(paid.trxId), order.amountMinor)) ? { why: "came_back", details: {} } : null;
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
