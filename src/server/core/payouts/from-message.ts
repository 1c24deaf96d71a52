/**
 * Messages about money that left a wallet, held against the payouts of that wallet that are under way.
 * (A payout that was completed before its message is `core/unreported/from-message.ts`.) Called by the batch that posts
 * messages, within its transaction and under the wallets' continuity locks, which it holds already. `completed`: the message
 * paid an order; `none`: nothing of ours explains it, and it is booked as unexplained.
 *
 * `from-return.ts` is the same for money that came back (`GIVING_BACK`). Both lock the orders that they touch and write everything of
 * the order's side: order, attempt, books, `trx_used`, limits, notification, timeline, alerts. The message's own row is
 * the caller's. With `collect` the ledger transactions are handed to the caller, who posts them with its own in one go
 * (accounts are then locked once and in order); without it they are posted here.
 */
import { formatAmountOrNull } from "../../../contract/money.ts";
import { samePayer } from "../../../domain/payments/matching.ts";
import { effectOf } from "../../../domain/ledger/message-kinds.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { trxUse } from "../orders/trx-id.ts";
import { cameBack } from "../posting/came-back.ts";
import { mayComplete } from "./outcome.ts";
import { refuteClaim } from "./phone-claim.ts";
import { complete } from "./completion.ts";
import type { AttemptKey } from "./store.ts";
import type { Collect, Emit } from "./writing.ts";
import { type DebitFacts, NONE, SEVERAL, type Found, attemptsOf, take } from "./found-attempts.ts";

/** What a message about money that left turned out to be. */
export type Explained =
  | { readonly kind: "completed"; readonly disburseId: bigint; readonly bookedTxn: bigint | null }
  /** `several`: more than one payout could be meant, and nobody can say which. */
  | { readonly kind: "none"; readonly several: boolean };

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
  // Its return came first: a person says what both are of.
  if (await cameBack(tx, facts.walletId, facts.trxKey, facts.amount)) return NONE;
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
