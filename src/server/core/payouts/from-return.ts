/** Messages about money that came back to a wallet, held against its payouts; the locks and what is written are those of `from-message.ts`. */
import { samePayer } from "../../../domain/payments/matching.ts";
import { payoutReturned, unexplainedReturned } from "../../../domain/ledger/postings-payouts.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { trxUse } from "../orders/trx-id.ts";
import { debitsOf, explainedSms } from "./debits.ts";
import { failLocked } from "./not-paid.ts";
import { noteEvidence } from "./outcome.ts";
import type { Attempt, Disburse } from "./store.ts";
import { alertAbout, bookPayout, change, changedEvent, notifyMerchant, timeline, type Collect, type Emit } from "./writing.ts";
import { SYSTEM } from "../timeline.ts";
import { type DebitFacts, SKEW_MS, NONE, attemptsOf, take } from "./found-attempts.ts";

/** What a message about money that came back turned out to be. */
export type Returned =
  /** A completed payout came back and was booked in reverse. */
  | { readonly kind: "returned"; readonly disburseId: bigint; readonly bookedTxn: bigint | null }
  /** A payout under way failed; `bookedTxn` is the reverse of its unexplained debit, null when there was none to take back. */
  | { readonly kind: "failed"; readonly disburseId: bigint; readonly bookedTxn: bigint | null }
  | { readonly kind: "none" };

/**
 * Explains money that came back by the one payout of its wallet that it can be; see the head of this file. A message
 * without a TrxID moves no order (rule 6), and one that names what was paid is about that and nothing else. A credit that calls itself a
 * reversal is a payout's return only where it names it.
 */
export async function explainReturn(app: App, tx: Tx, facts: DebitFacts, emit: Emit, collect?: Collect): Promise<Returned> {
  if (facts.amount === null || facts.trxKey === null || facts.money.extraMinor !== 0n) return NONE;
  const states = "(a.status in ('created', 'sent', 'unknown', 'failed') or (a.status = 'completed' and d.returned_at is null))";
  const near = await attemptsOf(tx, facts, states);
  const named = await trxUse(tx, facts.operator, facts.trxKey, "debit");
  // That its payee is the same says enough of a payout that was returned; a reversal may be of anything else.
  const byPayee = (customer: string): boolean => facts.kind === "returned_failed" && samePayer(facts.counterparty, customer) === true;
  const found = near.filter((one) => (named ? named.type === "disburse" && named.id === one.disburseId : byPayee(one.customer)));
  const [only] = found;
  if (!only || found.length > 1) return NONE;
  const at = await take(tx, only);
  if (!at) return NONE;
  return at.order.status === "completed" ? giveBack(app, tx, at.order, facts, emit, collect) : failReturned(app, tx, at, facts, emit, collect);
}

async function giveBack(app: App, tx: Tx, order: Disburse, facts: DebitFacts, emit: Emit, collect: Collect | undefined): Promise<Returned> {
  if (order.returnedAt !== null) return NONE;
  const at = new Date(app.now());
  const returned = { ...(await change(tx, order, { columns: { returned_at: at } })), returnedAt: at };
  const sums = { merchantId: order.merchantId, amountMinor: order.amountMinor, feeMinor: order.feeMinor };
  const bookedTxn = await bookPayout(app, tx, order.id, payoutReturned(facts.money, sums), emit, collect);
  await notifyMerchant(app, tx, returned, "disburse.returned");
  const sms = { sms_id: app.publicIds.encode("sms", facts.id) };
  await timeline(app, tx, order.id, "returned", sms);
  await alertAbout(app, tx, "disburse_returned", order, sms);
  emit(changedEvent(returned));
  return { kind: "returned", disburseId: order.id, bookedTxn };
}

/** What was not paid came back: the attempt failed, and its debit, if the wallet was booked for it, is taken back. */
async function failReturned(
  app: App,
  tx: Tx,
  at: { order: Disburse; attempt: Attempt },
  facts: DebitFacts,
  emit: Emit,
  collect: Collect | undefined,
): Promise<Returned> {
  const { order, attempt } = at;
  const said = { source: "message", data: { sms_id: app.publicIds.encode("sms", facts.id) } } as const;
  const debits = (await debitsOf(tx, facts.walletId, order.amountMinor, attempt.startedAt.getTime() - SKEW_MS)).filter(
    (debit) => samePayer(debit.counterparty, order.customer) === true,
  );
  // It went out more than once and came back once: which of them stands is for a person to say.
  if (debits.length > 1) return NONE;
  if (attempt.status === "failed") await noteEvidence(app, tx, attempt, said, "returned");
  else await failLocked(app, tx, at, { ...said, code: "returned", message: null }, emit);
  const [debit] = debits;
  if (!debit) return { kind: "failed", disburseId: order.id, bookedTxn: null };
  const legs = unexplainedReturned(facts.money, order.amountMinor, debit.writtenOff);
  const bookedTxn = await bookPayout(app, tx, order.id, legs, emit, collect);
  await explainedSms(app, tx, debit, { disburseId: order.id, by: SYSTEM, reason: "returned" }, emit);
  return { kind: "failed", disburseId: order.id, bookedTxn };
}
