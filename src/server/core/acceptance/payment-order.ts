/** An order on its way in, and the order that stands afterwards. */
import { hash } from "node:crypto";
import type { FeeRule } from "../../../contract/money.ts";
import type { Operator } from "../../../contract/operators.ts";
import type { Slot } from "../../../domain/payments/routing.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { StoredAnswer } from "../../platform/answer.ts";
import { big, type Num } from "../../platform/db/numbers.ts";
import type { IdempotencyClaim } from "../../platform/http/call.ts";
import type { OrderFacts } from "../orders/payment-view.ts";

/** A payment that passed every check but routing. */
export interface PaymentOrder {
  readonly merchantId: bigint;
  readonly merchantOrderId: string;
  readonly operator: Operator;
  readonly amountMinor: bigint;
  readonly customer: string | null;
  readonly userRef: string | null;
  readonly notifyUrl: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly expiresInSeconds: number;
  /** What the merchant asked for; null: what the configuration has. */
  readonly askedExpirySeconds: number | null;
  readonly feeRule: FeeRule;
  readonly remoteIp: string | null;
  readonly idempotency: IdempotencyClaim | null;
  /** See {@link contentHash}; worked out before the order waits for its batch, because then others wait for it. */
  readonly contentHash: string;
}

/** The order's row as far as a merchant sees it. */
export interface StoredPayment extends OrderFacts {
  readonly merchantId: bigint;
  readonly walletId: bigint;
}
export type AcceptanceAnswer = { readonly order: StoredPayment; readonly created: boolean } | StoredAnswer | Refused;

/**
 * SHA-256 of the content, hexadecimal. Same content gives the same hash; another content under one merchant order id is a
 * conflict. The expiry counts where the merchant asked for one: the configuration's may change between two calls.
 */
export function contentHash(order: Omit<PaymentOrder, "contentHash">): string {
  const asked = order.askedExpirySeconds === null ? [] : [order.askedExpirySeconds];
  return hash(
    "sha256",
    JSON.stringify([order.amountMinor.toString(), order.operator, order.customer, order.userRef, order.notifyUrl, order.metadata, ...asked]),
  );
}

/** A row of `payments`. */
export interface Existing {
  id: Num;
  merchant_id: Num;
  merchant_order_id: string;
  operator: Operator;
  wallet_id: Num;
  amount: Num;
  received_amount: Num | null;
  fee: Num | null;
  trx_id: string | null;
  customer: string | null;
  user_ref: string | null;
  status: string;
  expires_at: string | Date;
  paid_at: string | Date | null;
  reversed_at: string | Date | null;
  payment_url: string | null;
  metadata: Record<string, unknown> | null;
  request_hash: string;
}
/** What `acceptance_read` answers; null: none. */
export interface Opened {
  epoch: number;
  existing: Existing[] | null;
  /** Amounts that are taken; `recent`: by an order that expired a while ago. */
  slots: { wallet_id: Num; amount: Num; payer: string; recent: boolean }[] | null;
  gone: Num[] | null;
  idempotency: { actor: string; route: string; key: string; hash: string; status: number; response: string }[] | null;
}

/** Amounts that are taken, as the board has them. */
export function slotsOf(opened: Opened): Slot[] {
  return (opened.slots ?? []).map(({ wallet_id, amount, payer, recent }) => ({ walletId: BigInt(wallet_id), amountMinor: BigInt(amount), payer, recent }));
}

const instantOf = (at: string | Date | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Reads an order that exists. */
export function fromExisting(row: Existing): StoredPayment {
  return {
    id: BigInt(row.id),
    merchantId: BigInt(row.merchant_id),
    merchantOrderId: row.merchant_order_id,
    operator: row.operator,
    walletId: BigInt(row.wallet_id),
    amountMinor: BigInt(row.amount),
    receivedMinor: big(row.received_amount),
    feeMinor: big(row.fee),
    trxId: row.trx_id,
    customer: row.customer,
    userRef: row.user_ref,
    status: row.status,
    expiresAt: new Date(row.expires_at).toISOString(),
    paidAt: instantOf(row.paid_at),
    reversedAt: instantOf(row.reversed_at),
    paymentUrl: row.payment_url,
    metadata: row.metadata,
  };
}
