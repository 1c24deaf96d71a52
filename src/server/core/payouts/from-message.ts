/**
 * Messages about money that left a wallet, or came back to it, held against the payouts of that wallet that are under way.
 * (A payout that was completed before its message is `core/unreported/from-message.ts`.) Called by the batch that posts
 * messages, within its transaction and under the wallets' continuity locks, which it holds already. `completed`: the message
 * paid an order; `none`: nothing of ours explains it, and it is booked as unexplained.
 *
 * {@link explainReturn} is the same for `returned_failed`. Both lock the orders that they touch and write everything of
 * the order's side: order, attempt, books, `trx_used`, limits, notification, timeline, alerts. The message's own row is
 * the caller's. With `collect` the ledger transactions are handed to the caller, who posts them with its own in one go
 * (accounts are then locked once and in order); without it they are posted here.
 */
import type { SmsKind } from "../../../contract/sms.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import { samePayer } from "../../../domain/payments/matching.ts";
import { effectOf } from "../../../domain/ledger/message-kinds.ts";
import type { ReportedMoney } from "../../../domain/ledger/postings.ts";
import { payoutReturned, unexplainedReturned } from "../../../domain/ledger/postings-payouts.ts";
import { doneOf } from "../../platform/answer.ts";
import type { App } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { trxUse } from "../orders/trx-id.ts";
import { debitsOf, explainedSms } from "./debits.ts";
import { failLocked, mayComplete, noteEvidence, refuteClaim } from "./outcome.ts";
import { complete } from "./completion.ts";
import { lockDisburse, readAttempt, type Attempt, type AttemptKey, type Disburse } from "./store.ts";
import { alertAbout, bookPayout, change, changedEvent, notifyMerchant, SYSTEM, timeline, type Collect, type Emit } from "./writing.ts";

/** What a message says. Amounts are minor units; a subset of the facts of posting. */
export interface DebitFacts {
  readonly id: bigint;
  readonly walletId: bigint;
  readonly operator: string;
  readonly kind: SmsKind;
  readonly direction: "credit" | "debit" | "none";
  readonly amount: bigint | null;
  /** Fee as printed; null: none printed. */
  readonly fee: bigint | null;
  readonly trxId: string | null;
  readonly trxKey: string | null;
  /** Number as printed, perhaps masked. */
  readonly counterparty: string | null;
  /** When it was sent or received, ms. */
  readonly atMs: number;
  /** What it does to the books. */
  readonly money: ReportedMoney;
  /** How many movements that were said before could be this one by amount and payee. */
  readonly alsoNamed: number;
}

export type Explained =
  | { readonly kind: "completed"; readonly disburseId: bigint; readonly bookedTxn: bigint | null }
  /** `several`: more than one payout could be meant, and nobody can say which. */
  | { readonly kind: "none"; readonly several: boolean };
export type Returned =
  /** A completed payout came back and was booked in reverse. */
  | { readonly kind: "returned"; readonly disburseId: bigint; readonly bookedTxn: bigint | null }
  /** A payout under way failed; `bookedTxn` is the reverse of its unexplained debit, null when there was none to take back. */
  | { readonly kind: "failed"; readonly disburseId: bigint; readonly bookedTxn: bigint | null }
  | { readonly kind: "none" };

/** Operators print minutes, and clocks differ: so much before its attempt a message may claim to be, ms. */
const SKEW_MS = 120_000;
/** How long after an attempt a message or a return may come, ms. */
const LATEST_MS = 7 * 24 * 3_600_000;

const NONE = { kind: "none", several: false } as const;
const SEVERAL = { kind: "none", several: true } as const;

interface Found extends AttemptKey {
  readonly customer: string;
  readonly trx_id: string | null;
}

/** Attempts of a wallet with this amount that began early enough; `states` bounds them. */
async function attemptsOf(tx: Tx, facts: DebitFacts, states: string): Promise<Found[]> {
  return tx.rows<Found>(
    `select a.disburse_id as "disburseId", a.no, d.customer, d.trx_key as trx_id from disburse_attempts a join disburses d on d.id = a.disburse_id
     where a.wallet_id = $1 and a.amount = $2 and a.disburse_id >= $3 and a.started_at between $4 and $5 and a.no = d.attempt_count and ${states} order by a.disburse_id limit 50`,
    [facts.walletId, facts.amount, idAt(facts.atMs - 2 * LATEST_MS), new Date(facts.atMs - LATEST_MS), new Date(facts.atMs + SKEW_MS)],
  );
}

/** Locks what was found; null when it has changed meanwhile into what cannot be meant. */
async function take(tx: Tx, found: Found): Promise<{ order: Disburse; attempt: Attempt } | null> {
  const order = doneOf(await lockDisburse(tx, found.disburseId));
  const attempt = await readAttempt(tx, found);
  return attempt === null ? null : { order, attempt };
}

/** Attempts under way whose phone, or operator, says that they were paid with this TrxID; of any wallet. */
function claimedBy(tx: Tx, facts: DebitFacts): Promise<(AttemptKey & { walletId: bigint; customer: string; amount: bigint })[]> {
  return tx.rows(
    `select a.disburse_id as "disburseId", a.no, a.wallet_id as "walletId", a.amount, d.customer from disburse_attempts a join disburses d on d.id = a.disburse_id
     where a.claimed_trx_key = $1 and a.status in ('sent', 'unknown') and d.operator = $2 order by a.disburse_id limit 20`,
    [facts.trxKey, facts.operator],
    "attempts_claimed",
  );
}

/** The attempt that claims the message's TrxID and agrees with it. Claims that it contradicts end here: those orders are disputed. */
async function claimant(app: App, tx: Tx, facts: DebitFacts, emit: Emit): Promise<Found | null> {
  let agreeing: Found | null = null;
  for (const one of await claimedBy(tx, facts)) {
    const payee = samePayer(facts.counterparty, one.customer);
    const why = one.walletId !== facts.walletId ? "other_wallet" : one.amount !== facts.amount ? "amount_differs" : payee === false ? "payee_differs" : null;
    if (why === null && agreeing === null) agreeing = { ...one, trx_id: null };
    else if (why !== null) await refuteClaim(app, tx, one, { source: "message", data: saidOf(app, facts) }, why, emit);
  }
  return agreeing;
}

const saidOf = (app: App, facts: DebitFacts) => ({
  sms_id: app.publicIds.encode("sms", facts.id),
  trx_id: facts.trxId,
  message_amount: formatAmountOrNull(facts.amount),
});

/** Explains a debit by the one payout of its wallet that it can be; see the head of this file. */
export async function explainDebit(app: App, tx: Tx, facts: DebitFacts, emit: Emit, collect?: Collect): Promise<Explained> {
  if (facts.amount === null || facts.trxKey === null || facts.trxId === null || facts.money.extraMinor !== 0n) return NONE;
  if (effectOf(facts.kind, facts.direction) !== "pays") return NONE;
  if (await trxUse(tx, facts.operator, facts.trxKey, "debit")) return NONE;
  const claimed = await claimant(app, tx, facts, emit);
  // What came back once was not paid: only a person says otherwise.
  const open =
    "(a.status in ('created', 'sent', 'unknown') or (a.status = 'failed' and d.status in ('attempt_failed', 'pending') and a.error is distinct from 'returned'))";
  const found = claimed ? [claimed] : (await attemptsOf(tx, facts, open)).filter((one) => samePayer(facts.counterparty, one.customer) === true);
  const [only] = found;
  if (!only) return NONE;
  if (found.length > 1 || (!claimed && facts.alsoNamed > 0)) return SEVERAL;
  const at = await take(tx, only);
  if (!at || !mayComplete(at.order, at.attempt)) return NONE;
  const paid = { source: "message", trxId: facts.trxId, costMinor: facts.fee ?? 0n, data: { sms_id: app.publicIds.encode("sms", facts.id) } } as const;
  const completed = await complete(app, tx, { ...at, paid, debit: null, report: { smsId: facts.id, money: facts.money } }, emit, collect);
  return completed.kind === "changed" ? { kind: "completed", disburseId: at.order.id, bookedTxn: completed.booked } : NONE;
}

/**
 * Explains money that came back by the one payout of its wallet that it can be; see the head of this file. A message
 * without a TrxID moves no order (rule 6), and one that names what was paid is about that and nothing else.
 */
export async function explainReturn(app: App, tx: Tx, facts: DebitFacts, emit: Emit, collect?: Collect): Promise<Returned> {
  if (facts.amount === null || facts.trxKey === null || facts.money.extraMinor !== 0n) return NONE;
  const states = "(a.status in ('created', 'sent', 'unknown', 'failed') or (a.status = 'completed' and d.returned_at is null))";
  const near = await attemptsOf(tx, facts, states);
  const named = await trxUse(tx, facts.operator, facts.trxKey, "debit");
  const found = near.filter((one) => (named ? named.type === "disburse" && named.id === one.disburseId : samePayer(facts.counterparty, one.customer) === true));
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
  const debits = (await debitsOf(tx, facts.walletId, order.amountMinor, idAt(attempt.startedAt.getTime() - SKEW_MS))).filter(
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
