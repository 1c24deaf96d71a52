/** A payment as its merchant sees it: the object of `/v1` and of notifications. A pure function of one row. */
import type { Operator, WalletType } from "../../../contract/operators.ts";
import { PAYER_FUNCTION } from "../../../contract/operators.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { PaymentStatus } from "../../../contract/payments.ts";
import type { MerchantPayment } from "../../../contract/payments.schema.ts";
import type { App } from "../../platform/context.ts";
import { idIso, type PublicIds } from "../../platform/db/ids.ts";

/** Columns of `payments` and of its wallet that the merchant's object needs. */
export interface MerchantPaymentRaw {
  readonly id: bigint;
  readonly merchant_order_id: string;
  readonly operator: string;
  readonly amount: bigint;
  readonly received_amount: bigint | null;
  readonly fee: bigint | null;
  readonly trx_id: string | null;
  readonly customer: string | null;
  readonly user_ref: string | null;
  readonly status: string;
  readonly expires_at: Date;
  readonly paid_at: Date | null;
  readonly reversed_at: Date | null;
  readonly payment_url: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** `wallets.account` and `wallets.wallet_type` of the order's wallet. */
  readonly wallet_account: string | null;
  readonly wallet_type: string | null;
}

/** Select list for {@link MerchantPaymentRaw}: alias `p` is the payment, `w` its wallet. */
export const MERCHANT_PAYMENT_COLUMNS = `p.id, p.merchant_order_id, p.operator, p.amount, p.received_amount, p.fee, p.trx_id, p.customer, p.user_ref, p.status,
  p.expires_at, p.paid_at, p.reversed_at, p.payment_url, p.metadata, w.account as wallet_account, w.wallet_type`;

/** What an order is made of, whoever has read it. Amounts are minor units, times ISO texts. */
export interface OrderFacts {
  readonly id: bigint;
  readonly merchantOrderId: string;
  readonly operator: Operator;
  readonly amountMinor: bigint;
  readonly receivedMinor: bigint | null;
  readonly feeMinor: bigint | null;
  readonly trxId: string | null;
  readonly customer: string | null;
  readonly userRef: string | null;
  /** A {@link PaymentStatus}: rows and rules bound it. */
  readonly status: string;
  readonly expiresAt: string;
  readonly paidAt: string | null;
  readonly reversedAt: string | null;
  readonly paymentUrl: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/**
 * The merchant's object. What the payer has to do (`pay_by`) is said only while the order waits for money, and not where
 * the operator's own page (`payment_url`) says it.
 */
export function merchantPaymentOf(
  publicIds: PublicIds,
  order: OrderFacts,
  wallet: { readonly account: string; readonly walletType: WalletType } | null,
): MerchantPayment {
  const amount = formatAmount(order.amountMinor);
  return {
    id: publicIds.encode("payment", order.id),
    merchant_order_id: order.merchantOrderId,
    operator: order.operator,
    amount,
    received_amount: formatAmountOrNull(order.receivedMinor),
    fee: formatAmountOrNull(order.feeMinor),
    trx_id: order.trxId,
    customer: order.customer,
    user_id: order.userRef,
    status: order.status as PaymentStatus,
    receiving_account: wallet?.account ?? null,
    wallet_type: wallet?.walletType ?? null,
    payment_url: order.paymentUrl,
    pay_by:
      order.status === "pending" && order.paymentUrl === null && wallet
        ? { account: wallet.account, amount, function: PAYER_FUNCTION[wallet.walletType] }
        : null,
    created_at: idIso(order.id),
    expires_at: order.expiresAt,
    paid_at: order.paidAt,
    reversed_at: order.reversedAt,
    metadata: order.metadata,
  };
}

/** The merchant's object of a stored row. */
export function toMerchantPayment(app: Pick<App, "publicIds">, row: MerchantPaymentRaw): MerchantPayment {
  const order: OrderFacts = {
    id: row.id,
    merchantOrderId: row.merchant_order_id,
    // Operators and wallet types are bounded by checks of the database.
    operator: row.operator as Operator,
    amountMinor: row.amount,
    receivedMinor: row.received_amount,
    feeMinor: row.fee,
    trxId: row.trx_id,
    customer: row.customer,
    userRef: row.user_ref,
    status: row.status,
    expiresAt: row.expires_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    reversedAt: row.reversed_at?.toISOString() ?? null,
    paymentUrl: row.payment_url,
    metadata: row.metadata,
  };
  const known = row.wallet_account !== null && row.wallet_type !== null;
  return merchantPaymentOf(app.publicIds, order, known ? { account: row.wallet_account, walletType: row.wallet_type as WalletType } : null);
}
