/** What an order's event leaves beside the order's row: the merchant's notification, the live event, its place in the limits, the figures. */
import { idTime } from "../../platform/db/ids.ts";
import { notificationRow } from "../outbox/queue.ts";
import { loadMerchant } from "../parties/merchants.ts";
import type { PaymentStatus } from "../../../contract/payments.ts";
import { merchantPaymentOf, type OrderFacts } from "../orders/payment-view.ts";
import { loadWalletForSms } from "../parties/wallets.ts";
import { limitDay } from "../acceptance/limits.ts";
import type { OpenOrder } from "./opened.ts";
import type { Poster } from "./poster.ts";

/** What an order has received, as its notification says it. */
type Paid = Pick<OrderFacts, "receivedMinor" | "feeMinor" | "trxId" | "paidAt">;
/** What an order has received that was not completed. */
export const NOTHING_PAID: Paid = { receivedMinor: null, feeMinor: null, trxId: null, paidAt: null };

/** Queues the notification of an order's new status; answers whether there is a target. */
export async function notify(poster: Poster, order: OpenOrder, status: Exclude<PaymentStatus, "pending">, paid: Paid): Promise<boolean> {
  const merchant = await loadMerchant(poster.app, order.merchantId);
  const wallet = await loadWalletForSms(poster.app, order.walletId);
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
    reversedAt: null,
    paymentUrl: order.paymentUrl,
    metadata: order.metadata,
  };
  const data = merchantPaymentOf(poster.app.publicIds, facts, wallet);
  poster.writes.outbox.push(notificationRow(poster.app, { merchantId: order.merchantId, objectId: order.id, type: `payment.${status}`, url, data }));
  return url !== null;
}

/** Tells the screens. */
export function changed(poster: Poster, order: OpenOrder): void {
  poster.events.push({ kind: "payments", objectId: order.id, version: order.version + 1, change: "changed", merchantId: order.merchantId });
}

/** Gives back what the order holds of its wallet's limits; `sign` -1: takes it again, on the same day and month. */
export function release(poster: Poster, order: OpenOrder, sign: 1n | -1n = 1n): void {
  const created = limitDay(order.operator, idTime(order.id));
  poster.writes.release.push({ wallet_id: order.walletId, day: created.day, month: created.month, amount: sign * order.amountMinor, count: Number(sign) });
}

/** A completed order counts on the day of its completion, no longer on that of its creation (rule 14). */
export function countCompletion(poster: Poster, order: OpenOrder, done: { readonly walletId: bigint; readonly amountMinor: bigint }, feeMinor: bigint): void {
  const today = limitDay(order.operator, poster.atMs);
  const reserved = order.status !== "expired";
  const unchanged =
    reserved && done.walletId === order.walletId && done.amountMinor === order.amountMinor && limitDay(order.operator, idTime(order.id)).day === today.day;
  // What was reserved today and is received today stands in the figures already.
  if (!unchanged) {
    if (reserved) release(poster, order);
    poster.writes.usage.push({ wallet_id: done.walletId, day: today.day, month: today.month, amount: done.amountMinor, count: 1 });
  }
  poster.writes.stats.push({
    hour: poster.hour,
    merchant_id: order.merchantId,
    operator: order.operator,
    count: 1,
    amount: done.amountMinor,
    fees: feeMinor,
  });
}
