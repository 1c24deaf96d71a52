/** What happens to an order: it is completed, put before a person, or ended without money; with its books, notification, limits and figures. */
import { transition } from "../../../contract/life-cycles.ts";
import { feeOn } from "../../../contract/money.ts";
import { paymentCompleted, type MoneySource } from "../../../domain/ledger/postings.ts";
import type { OpenOrder } from "./opened.ts";
import type { Poster } from "./poster.ts";
import { NOTHING_PAID, notify, changed, release, countCompletion } from "./payment-effects.ts";

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

/** Completes an order: books it, marks the TrxID as used, queues the notification. Answers the ledger transaction's id. */
export async function completeOrder(poster: Poster, order: OpenOrder, done: Completion): Promise<bigint> {
  const rule = feeOn(order.fee, done.amountMinor);
  // The fee was bounded at acceptance for the ordered amount; money really received may be less.
  const fee = rule > done.amountMinor ? done.amountMinor : rule;
  const txn = poster.book({ type: "payment", id: order.id }, paymentCompleted(done.source, order.merchantId, done.amountMinor, fee));
  poster.writes.used.push({
    operator: order.operator,
    trx_key: done.trxKey,
    direction: "credit",
    object_type: "payment",
    object_id: order.id,
    sms_id: done.messageId,
    amount: done.amountMinor,
    wallet_id: done.walletId,
  });
  const waiting = await notify(poster, order, "completed", { receivedMinor: done.amountMinor, feeMinor: fee, trxId: done.trxId, paidAt: poster.at });
  poster.writes.payments.push({
    id: order.id,
    version: order.version,
    status: transition("payments", order.status, done.event),
    reason: done.reason ?? null,
    received: done.amountMinor,
    fee,
    trx_id: done.trxId,
    trx_key: done.trxKey,
    message_id: done.messageId,
    paid_at: poster.at,
    account: done.account ?? null,
    notify_status: waiting ? "waiting" : "none",
  });
  countCompletion(poster, order, done, fee);
  changed(poster, order);
  return txn;
}

/** Puts an order before a person; money, if any, waits in suspense. */
export async function reviewOrder(poster: Poster, order: OpenOrder, reason: string, messageId: bigint): Promise<void> {
  if (order.status === "review") return;
  const waiting = await notify(poster, order, "review", NOTHING_PAID);
  poster.writes.payments.push({
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
  if (order.status === "expired") release(poster, order, -1n);
  poster.timeline(order.id, "review", { reason, message_id: poster.app.publicIds.encode("sms", messageId) });
  changed(poster, order);
}

/** Ends an order without money: rejected or cancelled, or expired because its message is another order's; what it reserved is given back. */
export async function endOrder(
  poster: Poster,
  order: OpenOrder,
  event: "reject" | "cancel" | "expire",
  reason: string | null,
  account: string | null,
): Promise<void> {
  const status = transition("payments", order.status, event);
  const waiting = await notify(poster, order, status, NOTHING_PAID);
  poster.writes.payments.push({
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
  release(poster, order);
  changed(poster, order);
}
