/**
 * Turns decisions into what is written: the order, the books, the notification, the limits, the figures. Used by the
 * batches of messages and by the acts of staff alike, so that both obey the same rules.
 */
import { transition } from "../../../contract/life-cycles.ts";
import { feeOn } from "../../../contract/money.ts";
import { paymentCompleted, unexplainedMessage, type Leg, type MoneySource, type ReportedMoney } from "../../../domain/ledger/postings.ts";
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import type { App, OutgoingEvent } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import { notificationRow } from "../outbox/queue.ts";
import { postedLegs, type LedgerTransaction, type Reference } from "../ledger/post.ts";
import { loadMerchant } from "../parties/merchants.ts";
import type { PaymentStatus } from "../../../contract/payments.ts";
import { merchantPaymentOf, type OrderFacts } from "../orders/payment-view.ts";
import { loadWalletForSms } from "../parties/wallets.ts";
import { limitDay } from "../acceptance/limits.ts";
import type { OpenOrder } from "./opened.ts";
import { PostingWrites } from "./write.ts";

export interface Completion {
  readonly event: "match" | "approve" | "complete";
  readonly amountMinor: bigint;
  readonly trxId: string;
  readonly trxKey: string;
  /** Null when a person completed it before any message came. */
  readonly messageId: bigint | null;
  /** Wallet that the money stands on. */
  readonly walletId: bigint;
  /** Where it comes from: its message, suspense, or somebody's word. */
  readonly source: MoneySource;
  /** Account of the person who acted. */
  readonly account?: string | null;
  readonly reason?: string | null;
}

/** What an order has received, as its notification says it. */
type Paid = Pick<OrderFacts, "receivedMinor" | "feeMinor" | "trxId" | "paidAt">;
const NOTHING_PAID: Paid = { receivedMinor: null, feeMinor: null, trxId: null, paidAt: null };

/** Collects what one transaction posts. */
export class Poster {
  readonly writes = new PostingWrites();
  readonly events: OutgoingEvent[] = [];
  private readonly transactions: LedgerTransaction[] = [];
  private readonly atMs: number;
  /** Instant of this batch, ISO. */
  readonly at: string;
  private readonly hour: string;

  constructor(private readonly app: App) {
    this.atMs = Math.floor(app.now());
    this.at = new Date(this.atMs).toISOString();
    this.hour = new Date(this.atMs - (this.atMs % 3_600_000)).toISOString();
  }

  /** Adds a ledger transaction and answers its id. */
  book(reference: Reference, legs: readonly Leg[], note: string | null = null): bigint {
    const id = this.app.ids.next();
    this.transactions.push({ id, reference, legs, note });
    for (const leg of legs) {
      if (leg.account.of === "wallet")
        this.events.push({ kind: "wallets", objectId: leg.account.id, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
    }
    if (legs.some((leg) => leg.account.of === "merchant")) {
      const merchant = legs.find((leg) => leg.account.of === "merchant")?.account as { id: bigint };
      this.events.push({ kind: "journals", objectId: merchant.id, version: UNVERSIONED_CHANGE, change: "created", merchantId: merchant.id });
    }
    return id;
  }

  /** Takes a ledger transaction of another feature, to be posted with the batch's own. */
  adopt(transaction: LedgerTransaction): void {
    this.transactions.push(transaction);
  }

  /** Books a message that nothing explains: suspense, or unexplained. */
  postUnexplained(smsId: bigint, money: ReportedMoney, kind?: "reversal"): bigint {
    return this.book({ type: "sms", id: smsId }, unexplainedMessage(money, kind));
  }

  /** Completes an order: books it, marks the TrxID as used, queues the notification. Answers the ledger transaction's id. */
  async complete(order: OpenOrder, done: Completion): Promise<bigint> {
    const rule = feeOn(order.fee, done.amountMinor);
    // The fee was bounded at acceptance for the ordered amount; money really received may be less.
    const fee = rule > done.amountMinor ? done.amountMinor : rule;
    const txn = this.book({ type: "payment", id: order.id }, paymentCompleted(done.source, order.merchantId, done.amountMinor, fee));
    this.writes.used.push({
      operator: order.operator,
      trx_key: done.trxKey,
      direction: "credit",
      object_type: "payment",
      object_id: order.id,
      sms_id: done.messageId,
      amount: done.amountMinor,
      wallet_id: done.walletId,
    });
    const waiting = await this.notify(order, "completed", { receivedMinor: done.amountMinor, feeMinor: fee, trxId: done.trxId, paidAt: this.at });
    this.writes.payments.push({
      id: order.id,
      version: order.version,
      status: transition("payments", order.status, done.event),
      reason: done.reason ?? null,
      received: done.amountMinor,
      fee,
      trx_id: done.trxId,
      trx_key: done.trxKey,
      message_id: done.messageId,
      paid_at: this.at,
      account: done.account ?? null,
      notify_status: waiting ? "waiting" : "none",
    });
    this.countCompletion(order, done, fee);
    this.changed(order);
    return txn;
  }

  /** Puts an order before a person; money, if any, waits in suspense. */
  async review(order: OpenOrder, reason: string, messageId: bigint): Promise<void> {
    if (order.status === "review") return;
    const waiting = await this.notify(order, "review", NOTHING_PAID);
    this.writes.payments.push({
      id: order.id,
      version: order.version,
      status: transition("payments", order.status, "suspect"),
      reason,
      received: null,
      fee: null,
      trx_id: null,
      trx_key: null,
      message_id: messageId,
      paid_at: null,
      account: null,
      notify_status: waiting ? "waiting" : "none",
    });
    // It had given its place in the limits back when it expired; whatever ends it now gives back what it holds.
    if (order.status === "expired") this.release(order, -1n);
    this.timeline(order.id, "review", { reason, message_id: this.app.publicIds.encode("sms", messageId) });
    this.changed(order);
  }

  /** Ends an order without money: rejected or cancelled, or expired because its message is another order's; what it reserved is given back. */
  async end(order: OpenOrder, event: "reject" | "cancel" | "expire", reason: string | null, account: string | null): Promise<void> {
    const status = transition("payments", order.status, event);
    const waiting = await this.notify(order, status, NOTHING_PAID);
    this.writes.payments.push({
      id: order.id,
      version: order.version,
      status,
      reason,
      received: null,
      fee: null,
      trx_id: null,
      trx_key: null,
      message_id: null,
      paid_at: null,
      account,
      notify_status: waiting ? "waiting" : "none",
    });
    this.release(order);
    this.changed(order);
  }

  /** Adds a line to an order's timeline. */
  timeline(
    orderId: bigint,
    kind: string,
    data: Readonly<Record<string, unknown>>,
    actor: { type: string; id: bigint | null; account: string | null } = { type: "system", id: null, account: null },
  ): void {
    this.writes.events.push({
      id: this.app.ids.next(),
      object_type: "payment",
      object_id: orderId,
      kind,
      actor_type: actor.type,
      actor_id: actor.id,
      account: actor.account,
      data,
    });
  }

  /** Raises an alert, or renews the open one of the same object. */
  alert(kind: string, objectType: string, objectId: bigint, amountMinor: bigint | null, data: Readonly<Record<string, unknown>>): void {
    this.writes.alerts.push({ id: this.app.ids.next(), kind, object_type: objectType, object_id: objectId, merchant_id: null, amount: amountMinor, data });
  }

  /** Marks an order as disputed: its money is in doubt, and a person decides. */
  dispute(orderId: bigint): void {
    this.writes.disputes.push({ id: orderId });
    this.events.push({ kind: "payments", objectId: orderId, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
  }

  /** What this batch itself brought into doubt about an order, and a later message of it has ended. */
  undispute(orderId: bigint, kind: string): void {
    this.writes.disputes = this.writes.disputes.filter((row) => row.id !== orderId);
    this.writes.alerts = this.writes.alerts.filter((row) => row.object_id !== orderId || row.kind !== kind);
  }

  /** Queues the notification of an order's new status; answers whether there is a target. */
  private async notify(order: OpenOrder, status: Exclude<PaymentStatus, "pending">, paid: Paid): Promise<boolean> {
    const merchant = await loadMerchant(this.app, order.merchantId);
    const wallet = await loadWalletForSms(this.app, order.walletId);
    const url = order.notifyUrl ?? merchant?.notifyUrl ?? null;
    const facts: OrderFacts = {
      id: order.id,
      merchantOrderId: order.merchantOrderId,
      operator: order.operator,
      amountMinor: order.amountMinor,
      receivedMinor: paid.receivedMinor,
      feeMinor: paid.feeMinor,
      trxId: paid.trxId,
      customer: order.customer,
      userRef: order.userRef,
      status,
      expiresAt: new Date(order.expiresMs).toISOString(),
      paidAt: paid.paidAt,
      paymentUrl: order.paymentUrl,
      metadata: order.metadata,
    };
    const data = merchantPaymentOf(this.app.publicIds, facts, wallet);
    this.writes.outbox.push(notificationRow(this.app, { merchantId: order.merchantId, objectId: order.id, type: `payment.${status}`, url, data }));
    return url !== null;
  }

  /** Everything that is to be written. The caller writes it, commits, publishes {@link events} and wakes the outbox. */
  async finished(): Promise<PostingWrites> {
    await this.app.accounts.ensure(this.transactions.flatMap((transaction) => transaction.legs.map((leg) => leg.account)));
    this.writes.legs = postedLegs(this.app.accounts, this.app.ids, this.transactions);
    return this.writes;
  }

  private changed(order: OpenOrder): void {
    this.events.push({ kind: "payments", objectId: order.id, version: order.version + 1, change: "changed", merchantId: order.merchantId });
  }

  /** Gives back what the order holds of its wallet's limits; `sign` -1: takes it again, on the same day and month. */
  private release(order: OpenOrder, sign: 1n | -1n = 1n): void {
    const created = limitDay(order.operator, idTime(order.id));
    this.writes.release.push({ wallet_id: order.walletId, day: created.day, month: created.month, amount: sign * order.amountMinor, count: Number(sign) });
  }

  /** A completed order counts on the day of its completion, no longer on that of its creation (rule 14). */
  private countCompletion(order: OpenOrder, done: Completion, feeMinor: bigint): void {
    const today = limitDay(order.operator, this.atMs);
    const reserved = order.status !== "expired";
    const unchanged =
      reserved && done.walletId === order.walletId && done.amountMinor === order.amountMinor && limitDay(order.operator, idTime(order.id)).day === today.day;
    // What was reserved today and is received today stands in the figures already.
    if (!unchanged) {
      if (reserved) this.release(order);
      this.writes.usage.push({ wallet_id: done.walletId, day: today.day, month: today.month, amount: done.amountMinor, count: 1 });
    }
    this.writes.stats.push({
      hour: this.hour,
      merchant_id: order.merchantId,
      operator: order.operator,
      count: 1,
      amount: done.amountMinor,
      fees: feeMinor,
    });
  }
}
