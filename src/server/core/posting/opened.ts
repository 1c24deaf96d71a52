/** What some messages may be about, as it was read under the locks of their wallets and orders, before anything is decided. */
import type { Operator } from "../../../contract/operators.ts";
import type { Effect } from "../../../domain/ledger/message-kinds.ts";
import type { Discrepancy } from "../../../domain/ledger/continuity.ts";
import type { Candidate } from "../../../domain/payments/matching.ts";
import { idTime, type PublicIds } from "../../platform/db/ids.ts";
import { big, type Num } from "../../platform/db/numbers.ts";
import type { Facts } from "./facts.ts";

/** An order that a message could pay, with what its completion needs. Amounts in minor units. */
export interface OpenOrder {
  readonly id: bigint;
  readonly merchantId: bigint;
  readonly merchantOrderId: string;
  readonly operator: Operator;
  readonly walletId: bigint;
  readonly amountMinor: bigint;
  readonly status: "pending" | "review" | "expired";
  readonly customer: string | null;
  readonly version: number;
  readonly fee: { readonly rateBps: number; readonly fixedMinor: bigint; readonly minMinor: bigint | null; readonly maxMinor: bigint | null };
  readonly expiresMs: number;
  readonly notifyUrl: string | null;
  readonly userRef: string | null;
  readonly metadata: Record<string, unknown> | null;
  readonly paymentUrl: string | null;
  /** TrxIDs that it is known by. */
  readonly trxKeys: readonly string[];
}

/** The columns that make one, as a row or the database's JSON has them. */
export interface OrderRow<Status extends string> {
  readonly id: Num;
  readonly merchant_id: Num;
  readonly merchant_order_id: string;
  readonly operator: Operator;
  readonly wallet_id: Num;
  readonly amount: Num;
  readonly status: Status;
  readonly customer: string | null;
  readonly version: number;
  readonly fee_rate_bps: number;
  readonly fee_fixed: Num;
  readonly fee_min: Num | null;
  readonly fee_max: Num | null;
  readonly expires_at: string | Date;
  readonly notify_url: string | null;
  readonly user_ref: string | null;
  readonly metadata: Record<string, unknown> | null;
  readonly payment_url: string | null;
}

/** Reads an order. @param trxKeys TrxIDs that it is known by */
export function orderOf<Status extends string>(row: OrderRow<Status>, trxKeys: readonly string[]): Omit<OpenOrder, "status"> & { readonly status: Status } {
  return {
    id: BigInt(row.id),
    merchantId: BigInt(row.merchant_id),
    merchantOrderId: row.merchant_order_id,
    operator: row.operator,
    walletId: BigInt(row.wallet_id),
    amountMinor: BigInt(row.amount),
    status: row.status,
    customer: row.customer,
    version: row.version,
    fee: { rateBps: row.fee_rate_bps, fixedMinor: BigInt(row.fee_fixed), minMinor: big(row.fee_min), maxMinor: big(row.fee_max) },
    expiresMs: new Date(row.expires_at).getTime(),
    notifyUrl: row.notify_url,
    userRef: row.user_ref,
    metadata: row.metadata,
    paymentUrl: row.payment_url,
    trxKeys,
  };
}

/** The trusted end of a wallet's continuity. */
export interface OpenWallet {
  readonly walletId: bigint;
  /** Balance after the last message; null: none has come yet. */
  readonly balance: bigint | null;
  readonly lastSmsId: bigint | null;
  /** When the last one happened that printed a balance. */
  readonly lastPrintedMs: number | null;
  /** What its messages do where one has printed a balance that followed on. */
  readonly prints: readonly Effect[];
  /** Something that was said waits for its message. */
  readonly awaits: boolean;
}

/** A TrxID that was used: by a message, or by what somebody said (`messageId` null). */
export interface Used {
  readonly operator: string;
  readonly trxKey: string;
  readonly direction: "credit" | "debit";
  readonly objectType: string;
  readonly objectId: bigint;
  readonly messageId: bigint | null;
  readonly amount: bigint;
  readonly walletId: bigint;
}

/** A message that is booked. */
export interface Booked {
  readonly walletId: bigint;
  readonly kind: string;
  readonly trxKey: string;
  readonly messageId: bigint;
  readonly amount: bigint | null;
  readonly balance: bigint | null;
  readonly direction: string;
}

/** What was read. */
export interface Opened {
  /** Keys that messages are known again by: hex, of which message, met when (ms). */
  readonly known: readonly { readonly key: string; readonly messageId: bigint; readonly atMs: number }[];
  readonly wallets: readonly OpenWallet[];
  readonly discrepancies: readonly (Discrepancy & { readonly walletId: bigint })[];
  readonly orders: readonly OpenOrder[];
  readonly used: readonly Used[];
  readonly booked: readonly Booked[];
  /** Messages of the wallets that wait, oldest first: of more than 500 those that no person has yet, and the newest of the others. */
  readonly held: readonly Facts[];
}

/** An order as the matching rules see it, for one message. */
export function candidateOf(
  publicIds: PublicIds,
  order: Pick<OpenOrder, "id" | "merchantOrderId" | "walletId" | "amountMinor" | "customer" | "status" | "expiresMs" | "trxKeys">,
  reference: string | null,
): Candidate {
  const named = reference !== null && (reference.trim() === order.merchantOrderId || publicIds.decode("payment", reference) === order.id);
  return {
    id: order.id,
    walletId: order.walletId,
    amountMinor: order.amountMinor,
    payer: order.customer ?? "",
    status: order.status,
    createdMs: idTime(order.id),
    expiresMs: order.expiresMs,
    trxKeys: order.trxKeys,
    namedByReference: named,
  };
}
