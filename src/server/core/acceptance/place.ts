/** Puts an order on a wallet, and says why this one and not the others. */
import type { RoutingOutcome } from "../../../contract/payments.ts";
import { isoInstant } from "../../../contract/time.ts";
import type { Outlook, RoutingBoard, RoutingOrder } from "../../../domain/payments/routing.ts";
import type { App } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { PaymentOrder, StoredPayment } from "./payment-order.ts";
import type { AcceptanceRows } from "./rows.ts";

/** How many wallets' answers are kept with an order at the most. */
const ROUTING_KEPT = 12;

/** An order on its wallet. */
export interface Placed {
  readonly stored: StoredPayment;
  readonly wanted: RoutingOrder;
}

/** An order as the board sees it. */
export const wantedOf = (order: PaymentOrder, atMs: number): RoutingOrder => ({
  operator: order.operator,
  amountMinor: order.amountMinor,
  payer: order.customer ?? "",
  atMs,
});

/**
 * Chooses a wallet for an order, reserves it on the board and adds the order's row.
 * @param free how to say of a wallet that it would have done: `not_evaluated` when open orders of the amount were not asked for
 * @returns null when no wallet can take it
 */
export function place(app: App, rows: AcceptanceRows, board: RoutingBoard, order: PaymentOrder, free: "free" | "not_evaluated"): Placed | null {
  const id = app.ids.next();
  const atMs = idTime(id);
  const wanted = wantedOf(order, atMs);
  const outlook = board.outlook(wanted, ROUTING_KEPT);
  const walletId = board.choose(wanted);
  if (walletId === null) return null;
  const stored: StoredPayment = {
    id,
    merchantId: order.merchantId,
    merchantOrderId: order.merchantOrderId,
    operator: order.operator,
    walletId,
    amountMinor: order.amountMinor,
    receivedMinor: null,
    feeMinor: null,
    trxId: null,
    customer: order.customer,
    userRef: order.userRef,
    status: "pending",
    expiresAt: isoInstant(atMs + order.expiresInSeconds * 1000),
    paidAt: null,
    reversedAt: null,
    paymentUrl: null,
    metadata: order.metadata,
  };
  rows.add(order, stored, routingText(walletId, outlook, board.share(walletId), free));
  return { stored, wanted };
}

/**
 * Why this wallet, as it is kept with the order, whose number says when: `wallets` holds [wallet, result, share of the daily
 * limit in basis points], `rest` how many others there are. Nothing in it needs quoting.
 */
function routingText(chosen: bigint, { listed, rest }: Outlook, share: number | null, free: "free" | "not_evaluated"): string {
  const chosenDigits = chosen.toString();
  const isIn = listed.some(({ walletId }) => walletId === chosen);
  let wallets = isIn ? "" : `[${chosenDigits},"chosen",${share}]`;
  for (const { walletId, digits, result, shareBps } of listed) {
    const word = walletId === chosen ? "chosen" : result === "free" ? free : result;
    wallets += `${wallets === "" ? "" : ","}[${digits},"${word}",${shareBps}]`;
  }
  let others = "";
  for (const result in rest) others += `${others === "" ? "" : ","}"${result}":${rest[result as RoutingOutcome]}`;
  return `{"chosen":${chosenDigits},"wallets":[${wallets}]${others === "" ? "" : `,"rest":{${others}}`}}`;
}
