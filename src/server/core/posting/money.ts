/** What becomes of the money of one message: an order, suspense, or unexplained. */
import { decide, type MatchMessage } from "../../../domain/payments/matching.ts";
import type { App } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { lateSince } from "../acceptance/limits.ts";
import { reviewOrder } from "./payment-events.ts";
import { completeOrder } from "./payment-events.ts";
import type { Poster } from "./poster.ts";
import { matchPolicy, tellLostClaims } from "./claims.ts";
import { type ContinuityKeeper, graverStop } from "./continuity.ts";
import type { SaidMovements } from "../unreported/from-message.ts";
import { reportedMoney, type Facts, type Outcome } from "./facts.ts";
import { type KnownMoney, type OpenOrders, usedBy } from "./known.ts";
import { candidateOf, type OpenOrder, type Used } from "./opened.ts";

/** No order is pending for longer: `payment_expiry_minutes` is a day at most. */
const LONGEST_OPEN_MS = 24 * 3_600_000;

/** Matches and books within one batch; an order that was matched or put before a person is gone for the messages behind. */
export class MoneyOfMessages {
  constructor(
    private readonly app: App,
    private readonly tx: Tx,
    private readonly poster: Poster,
    private readonly continuity: ContinuityKeeper,
    private readonly orders: OpenOrders,
    private readonly known: KnownMoney,
    private readonly said: SaidMovements,
  ) {}

  /** Money left the wallet and nothing of ours explains it; or the operator took a posted movement back. */
  debit(facts: Facts, silentMinor: bigint, takenBack: boolean): Outcome {
    const used = takenBack ? this.usedBy(facts) : undefined;
    const txn = this.poster.postUnexplained(facts.id, reportedMoney(facts, silentMinor), takenBack ? "reversal" : undefined);
    const wallet = this.continuity.wallet(facts.walletId);
    wallet.touched = true;
    wallet.frozen = graverStop(wallet.frozen, takenBack ? "reversal" : "unexplained_debit");
    this.poster.alert(takenBack ? "payment_reversed" : "debit_unexplained", "sms", facts.id, facts.amount, {
      trx_id: facts.trxId,
      wallet_id: this.app.publicIds.encode("wallet", facts.walletId),
    });
    if (used?.objectType === "payment") this.poster.dispute(used.objectId);
    return {
      matchStatus: "unmatched",
      reasons: [takenBack ? "reversal" : "debit_unexplained"],
      bookedTxn: txn,
      paymentId: used?.objectType === "payment" ? used.objectId : null,
      continuity: "unknown",
    };
  }

  private usedBy(facts: Facts): Used | undefined {
    return facts.trxKey === null ? undefined : this.known.usedFor(facts.operator, facts.trxKey, "credit");
  }

  /** Money came in: an order that it pays, else suspense. */
  async credit(facts: Facts, silentMinor: bigint, mayCollect: boolean): Promise<Outcome> {
    const used = this.usedBy(facts);
    const why =
      facts.standingReason ??
      (!mayCollect
        ? "not_a_collection"
        : facts.trxKey === null
          ? "no_trx"
          : (facts.extra ?? 0n) !== 0n
            ? "extra_amount"
            : used
              ? "trx_used"
              : this.known.isTakenBack(facts.walletId, facts.trxKey)
                ? "taken_back"
                : facts.ownWallet
                  ? "own_wallet"
                  : null);
    if (why !== null) return this.postToSuspense(facts, silentMinor, why);
    const message: MatchMessage = {
      walletId: facts.walletId,
      amountMinor: facts.amount as bigint,
      trxKey: facts.trxKey as string,
      counterparty: facts.counterparty,
      reference: facts.reference,
      atMs: facts.atMs,
      paidMs: facts.operatorTimeMs ?? facts.atMs,
    };
    const meant = this.orders.meantBy(message.walletId, message.trxKey);
    const candidates = meant.map((order) => candidateOf(this.app.publicIds, order, facts.reference));
    const decision = decide(message, candidates, matchPolicy(this.app));
    await tellLostClaims(this.app, this.poster, { smsId: facts.id, trxId: facts.trxId as string, message }, meant, decision);
    if (decision.kind === "match") {
      // It may as well be what was said with another TrxID, of this payer and amount: nobody can say which of the two has come.
      const unnamed = decision.by === "payer" || decision.by === "amount";
      if (unnamed && this.said.countNamed(facts) > 0) return this.postToSuspense(facts, silentMinor, "several_orders");
      const order = this.orders.get(decision.orderId) as OpenOrder;
      if (decision.by === "amount" && (await this.hadAnother(order))) return this.postToSuspense(facts, silentMinor, "several_orders");
      return this.match(facts, silentMinor, order, decision.by);
    }
    // Nothing names an open order: then what was said with another TrxID, of this payer and amount, is what has come.
    const said = decision.kind === "none" && decision.reason !== "several_orders" ? await this.said.byPayee(facts, silentMinor) : null;
    if (said !== null) return said;
    const outcome = this.postToSuspense(facts, silentMinor, decision.reason);
    const order = decision.kind === "review" && decision.orderId !== null ? this.orders.get(decision.orderId) : undefined;
    if (!order) return outcome;
    await reviewOrder(this.poster, order, decision.reason, facts.id);
    this.orders.take(order.id);
    return { ...outcome, matchStatus: "review", paymentId: order.id };
  }

  /** Whether another order of this wallet and amount was open lately, and ended or stopped without money: its payer may be who paid (rule 4). */
  private async hadAnother({ id, walletId, amountMinor }: OpenOrder): Promise<boolean> {
    const since = lateSince(this.app);
    const found = await this.tx.one(
      `select 1 from payments where wallet_id = $1 and id >= $2 and id <> $3 and amount = $4 and status in ('review', 'cancelled', 'rejected') and expires_at > $5 limit 1`,
      [walletId, idAt(Date.parse(since) - LONGEST_OPEN_MS), id, amountMinor, since],
    );
    return found !== null;
  }

  private async match(facts: Facts, silentMinor: bigint, order: OpenOrder, by: string): Promise<Outcome> {
    const txn = await completeOrder(this.poster, order, {
      event: "match",
      amountMinor: facts.amount as bigint,
      trxId: facts.trxId as string,
      trxKey: facts.trxKey as string,
      messageId: facts.id,
      walletId: facts.walletId,
      source: reportedMoney(facts, silentMinor),
    });
    this.orders.take(order.id);
    this.known.noteUsed(usedBy(facts, "payment", order.id));
    return { matchStatus: "matched", reasons: [`by_${by}`], bookedTxn: txn, paymentId: order.id, continuity: "unknown" };
  }

  private postToSuspense(facts: Facts, silentMinor: bigint, reason: string): Outcome {
    const txn = this.poster.postUnexplained(facts.id, reportedMoney(facts, silentMinor));
    return { matchStatus: "unmatched", reasons: [reason], bookedTxn: txn, inSuspense: true, continuity: "unknown" };
  }
}
