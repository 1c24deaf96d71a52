/**
 * What each kind of message does to the wallet and to the books (decision 7): exhaustive by type, so that a new kind
 * does not compile until it has a posting. All amounts are minor units.
 */
import type { Operator, WalletType } from "../contract/operators.ts";
import type { SmsKind } from "../contract/sms.ts";

/** What a kind means for the books. */
export type Effect =
  /** Money came in and may pay an order; else suspense. */
  | "collects"
  /** Money came in, but never pays an order by itself: suspense (or a transfer, a returned payout). */
  | "credit"
  /** Money went out: an own payout or transfer, else unexplained. */
  | "debit"
  /** A settled movement was taken back by the operator. */
  | "reversal"
  /** Nothing moved. */
  | "none";

export const KIND_EFFECTS = {
  receive: "collects",
  payment_received: "collects",
  cash_in_received: "collects",
  cash_out_received: "collects",
  cash_in_sent: "debit",
  cash_out_sent: "debit",
  send_money: "debit",
  payment_sent: "debit",
  payment_reserved: "debit",
  b2b_in: "credit",
  b2b_out: "debit",
  bank_out: "debit",
  add_money: "credit",
  remittance: "credit",
  cashback: "credit",
  recharge: "debit",
  recharge_notice: "none",
  bill_pay: "debit",
  bill_request: "none",
  refund: "credit",
  returned_failed: "credit",
  reversal: "reversal",
  loan: "debit",
  balance: "none",
  otp: "none",
  promo: "none",
  notice: "none",
  failed: "none",
  spoof_suspect: "none",
  unknown: "none",
} as const satisfies Record<SmsKind, Effect>;

export interface Movement {
  readonly kind: SmsKind;
  readonly direction: "credit" | "debit" | "none";
  readonly amountMinor: bigint | null;
  readonly feeMinor: bigint | null;
  readonly commissionMinor: bigint | null;
  /** Credited beside the amount, e.g. a remittance's incentive. */
  readonly extraMinor: bigint | null;
}

/** Signed effect of a message on the wallet; 0 when nothing moved. */
export function walletDelta(movement: Movement): bigint {
  if (KIND_EFFECTS[movement.kind] === "none" || movement.amountMinor === null || movement.direction === "none") return 0n;
  const sign = movement.direction === "credit" ? 1n : -1n;
  return sign * movement.amountMinor - (movement.feeMinor ?? 0n) + (movement.commissionMinor ?? 0n) + (movement.extraMinor ?? 0n);
}

/**
 * Commission that an operator books without printing it, in basis points of the amount (facts, section 1: real bKash
 * agent texts print only the fee).
 */
const SILENT_COMMISSION_BPS: Partial<Record<Operator, Partial<Record<WalletType, bigint>>>> = { bkash: { agent: 60n }, upay: { agent: 60n } };

/** The most that a movement may differ upward from its printed parts. */
export function silentTolerance(operator: string, walletType: string, amountMinor: bigint | null): bigint {
  const bps = SILENT_COMMISSION_BPS[operator as Operator]?.[walletType as WalletType] ?? 0n;
  return amountMinor === null ? 0n : (amountMinor * bps + 9_999n) / 10_000n;
}

/** The accounts of the books by role; the ledger resolves them to rows. */
export type Account =
  | { readonly of: "wallet"; readonly id: bigint }
  | { readonly of: "merchant" | "hold"; readonly id: bigint }
  | { readonly of: "fees" | "operator_costs" | "commissions" | "b2b" | "settlement" | "adjustments" | "transit" }
  | { readonly of: "suspense" | "unexplained"; readonly operator: string };

/** One leg: a signed change on the account's own side. */
export interface Leg {
  readonly account: Account;
  readonly changeMinor: bigint;
  readonly kind: string;
}

const DEBIT_SIDE: ReadonlySet<Account["of"]> = new Set(["wallet", "operator_costs", "unexplained", "b2b", "settlement", "adjustments", "transit"]);

/** Debits less credits of some legs: zero for a whole transaction. */
export function imbalance(legs: readonly Leg[]): bigint {
  return legs.reduce((sum, leg) => sum + (DEBIT_SIDE.has(leg.account.of) ? leg.changeMinor : -leg.changeMinor), 0n);
}

/** The legs that are given and move something. */
export const legs = (...list: (Leg | false)[]): Leg[] => list.filter((leg): leg is Leg => leg !== false && leg.changeMinor !== 0n);

/** What the operator charged or added on a movement, beside its amount. */
export function sideLegs(walletId: bigint, feeMinor: bigint, commissionMinor: bigint): Leg[] {
  const wallet: Account = { of: "wallet", id: walletId };
  return legs(
    { account: { of: "operator_costs" }, changeMinor: feeMinor, kind: "operator_cost" },
    { account: wallet, changeMinor: -feeMinor, kind: "operator_cost" },
    { account: wallet, changeMinor: commissionMinor, kind: "commission" },
    { account: { of: "commissions" }, changeMinor: commissionMinor, kind: "commission" },
  );
}

/** What the operator charged or added on a movement; minor units. */
export interface Sides {
  readonly operatorFeeMinor?: bigint;
  readonly commissionMinor?: bigint;
}

/** Payment completed: wallet A, merchant F / merchant A, fees F. */
export function paymentCompleted(walletId: bigint, merchantId: bigint, amountMinor: bigint, feeMinor: bigint, sides: Sides = {}): Leg[] {
  return [
    ...legs(
      { account: { of: "wallet", id: walletId }, changeMinor: amountMinor, kind: "payment" },
      { account: { of: "merchant", id: merchantId }, changeMinor: amountMinor, kind: "payment" },
      { account: { of: "merchant", id: merchantId }, changeMinor: -feeMinor, kind: "payment_fee" },
      { account: { of: "fees" }, changeMinor: feeMinor, kind: "payment_fee" },
    ),
    ...sideLegs(walletId, sides.operatorFeeMinor ?? 0n, sides.commissionMinor ?? 0n),
  ];
}

/** Money received that no order explains: wallet A / suspense A. */
export function moneyUnmatched(walletId: bigint, operator: string, amountMinor: bigint, sides: Sides = {}): Leg[] {
  return [
    ...legs(
      { account: { of: "wallet", id: walletId }, changeMinor: amountMinor, kind: "suspense" },
      { account: { of: "suspense", operator }, changeMinor: amountMinor, kind: "suspense" },
    ),
    ...sideLegs(walletId, sides.operatorFeeMinor ?? 0n, sides.commissionMinor ?? 0n),
  ];
}

/** Suspense matched later: suspense A, merchant F / merchant A, fees F. */
export function suspenseMatched(operator: string, merchantId: bigint, amountMinor: bigint, feeMinor: bigint): Leg[] {
  return legs(
    { account: { of: "suspense", operator }, changeMinor: -amountMinor, kind: "payment" },
    { account: { of: "merchant", id: merchantId }, changeMinor: amountMinor, kind: "payment" },
    { account: { of: "merchant", id: merchantId }, changeMinor: -feeMinor, kind: "payment_fee" },
    { account: { of: "fees" }, changeMinor: feeMinor, kind: "payment_fee" },
  );
}

/** Money went out and nothing of ours explains it: unexplained A / wallet A. */
export function debitUnexplained(walletId: bigint, operator: string, amountMinor: bigint, sides: Sides = {}, kind = "unexplained"): Leg[] {
  return [
    ...legs(
      { account: { of: "unexplained", operator }, changeMinor: amountMinor, kind },
      { account: { of: "wallet", id: walletId }, changeMinor: -amountMinor, kind },
    ),
    ...sideLegs(walletId, sides.operatorFeeMinor ?? 0n, sides.commissionMinor ?? 0n),
  ];
}
