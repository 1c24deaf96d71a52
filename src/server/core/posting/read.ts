/** What `settle_read` answers, read into the types of the rules. Ids and amounts stay below 2^53: JSON numbers are exact. */
import type { Operator } from "../../../contract/operators.ts";
import type { Candidate } from "../../../domain/payments/matching.ts";
import type { ChainGap } from "../../../domain/ledger/continuity.ts";
import type { App } from "../../platform/context.ts";
import { idTime, type PublicIds } from "../../platform/db/ids.ts";
import { callOf, columnParam, plainArray, textArray, type FunctionCall } from "../../platform/db/calls.ts";

type Num = number | string;

interface OrderJson {
  id: Num;
  merchant_id: Num;
  merchant_order_id: string;
  operator: Operator;
  wallet_id: Num;
  amount: Num;
  status: "pending" | "review" | "expired";
  customer: string | null;
  version: number;
  fee_rate_bps: number;
  fee_fixed: Num;
  fee_min: Num | null;
  fee_max: Num | null;
  expires_at: string;
  notify_url: string | null;
  user_ref: string | null;
  metadata: Record<string, unknown> | null;
  payment_url: string | null;
}
export interface HeldJson {
  id: Num;
  wallet_id: Num;
  operator: string;
  kind: string;
  direction: "credit" | "debit" | "none";
  amount: Num | null;
  fee: Num | null;
  commission: Num | null;
  extra: Num | null;
  balance: Num | null;
  trx_id: string | null;
  trx_key: string | null;
  counterparty: string | null;
  reference: string | null;
  operator_time: string | null;
  received_at: string;
  reasons: string[];
  version: number;
  held_until: string | null;
  wallet_type: string;
  processed: boolean;
}
/** What `settle_read` answers, with empty lists where it left them out. */
export interface OpenedJson {
  known: { k: string; id: Num; at: number }[];
  chains: { w: Num; b: Num | null; s: Num | null; f: boolean /** Something said waits for its message. */; u: boolean }[];
  gaps: { id: Num; w: Num; from: Num; to: Num; sk: boolean }[];
  orders: OrderJson[];
  /** TrxIDs that open orders are known by. */
  named: { id: Num; k: string }[];
  used: { o: string; k: string; d: "credit" | "debit"; type: string; id: Num; s: Num | null; a: Num; w: Num }[];
  booked: { w: Num; kind: string; k: string; id: Num; a: Num | null; b: Num | null; d: string }[];
  held: HeldJson[];
}

/** What of a message is needed to find the orders that it could mean. */
export interface Asked {
  readonly walletId: bigint;
  readonly amount: bigint | null;
  readonly operator: string;
  readonly trxKey: string | null;
  readonly reference: string | null;
}

/** Lists that the database left out are empty. */
export function full(answer: OpenedJson): OpenedJson {
  const list = <T>(values: T[] | null): T[] => values ?? [];
  return {
    known: list(answer.known),
    chains: list(answer.chains),
    gaps: list(answer.gaps),
    orders: list(answer.orders),
    named: list(answer.named),
    used: list(answer.used),
    booked: list(answer.booked),
    held: list(answer.held),
  };
}

/** The call that reads what some messages may be about. */
export function settleRead(app: App, walletIds: readonly bigint[], keys: readonly string[], asked: readonly Asked[]): FunctionCall {
  return callOf("settle_read", [
    columnParam(walletIds),
    plainArray(keys),
    columnParam(asked.map((facts) => facts.walletId)),
    columnParam(asked.map((facts) => facts.amount)),
    plainArray(asked.map((facts) => facts.operator)),
    textArray(asked.map((facts) => facts.trxKey)),
    textArray(asked.map((facts) => facts.reference?.trim() ?? null)),
    columnParam(asked.map((facts) => (facts.reference ? app.publicIds.decode("payment", facts.reference) : null))),
    new Date(app.now() - app.config.current.late_match_hours * 3_600_000).toISOString(),
  ]);
}

/** An order with what settling it needs. */
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
  readonly trxKeys: readonly string[];
}

export const big = (value: Num | null): bigint | null => (value === null ? null : BigInt(value));

/** Reads one order. @param trxKeys the TrxIDs that it is known by */
export function openOrder(row: OrderJson, trxKeys: readonly string[] = []): OpenOrder {
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
    expiresMs: Date.parse(row.expires_at),
    notifyUrl: row.notify_url,
    userRef: row.user_ref,
    metadata: row.metadata,
    paymentUrl: row.payment_url,
    trxKeys,
  };
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

/** Reads the open gaps of one wallet. */
export function gapsOf(opened: OpenedJson, walletId: bigint): ChainGap[] {
  return opened.gaps
    .filter((gap) => BigInt(gap.w) === walletId)
    .map((gap) => ({ id: BigInt(gap.id), fromMinor: BigInt(gap.from), toMinor: BigInt(gap.to), skipped: gap.sk }));
}
