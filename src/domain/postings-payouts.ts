/** What each event of a payout does to the books (domain text section 6). Every function's legs sum to zero. Minor units. */
import { legs, type Account, type Leg } from "./postings.ts";

/** Who is concerned and how much: the ordered amount and our fee on it. */
export interface PayoutSums {
  readonly merchantId: bigint;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
}

/** What the operator took or added beside the amount. */
export interface PayoutSides {
  readonly costMinor: bigint;
  readonly commissionMinor: bigint;
}
export const NO_SIDES: PayoutSides = { costMinor: 0n, commissionMinor: 0n };

const total = (sums: PayoutSums): bigint => sums.amountMinor + sums.feeMinor;
const hold = (sums: PayoutSums): Account => ({ of: "hold", id: sums.merchantId });
const merchant = (sums: PayoutSums): Account => ({ of: "merchant", id: sums.merchantId });

/** Accepted: merchant A+F / hold A+F. */
export function payoutHeld(sums: PayoutSums): Leg[] {
  return legs(
    { account: merchant(sums), changeMinor: -total(sums), kind: "disburse_hold" },
    { account: hold(sums), changeMinor: total(sums), kind: "disburse_hold" },
  );
}

/** Failed, rejected or cancelled: hold A+F / merchant A+F. */
export function payoutReleased(sums: PayoutSums): Leg[] {
  return legs(
    { account: hold(sums), changeMinor: -total(sums), kind: "disburse_release" },
    { account: merchant(sums), changeMinor: total(sums), kind: "disburse_release" },
  );
}

/** The operator's cost and commission alone, for a movement whose amount is booked already. */
export function payoutSides(walletId: bigint, sides: PayoutSides): Leg[] {
  const wallet: Account = { of: "wallet", id: walletId };
  return legs(
    { account: { of: "operator_costs" }, changeMinor: sides.costMinor, kind: "operator_cost" },
    { account: wallet, changeMinor: -sides.costMinor, kind: "operator_cost" },
    { account: wallet, changeMinor: sides.commissionMinor, kind: "commission" },
    { account: { of: "commissions" }, changeMinor: sides.commissionMinor, kind: "commission" },
  );
}

/** Completed: hold A+F, operator_costs C / wallet A+C, fees F. */
export function payoutCompleted(walletId: bigint, sums: PayoutSums, sides: PayoutSides): Leg[] {
  return [
    ...legs(
      { account: hold(sums), changeMinor: -total(sums), kind: "disburse" },
      { account: { of: "wallet", id: walletId }, changeMinor: -sums.amountMinor, kind: "disburse" },
      { account: { of: "fees" }, changeMinor: sums.feeMinor, kind: "disburse_fee" },
    ),
    ...payoutSides(walletId, sides),
  ];
}

/**
 * Completed, and the wallet's debit stands in the books already: hold A+F / unexplained A, fees F. One that was written
 * off meanwhile is no loss after all: hold A+F / adjustments A, fees F.
 */
export function payoutExplained(operator: string, sums: PayoutSums, writtenOff = false): Leg[] {
  return legs(
    { account: hold(sums), changeMinor: -total(sums), kind: "disburse" },
    { account: writtenOff ? { of: "adjustments" } : { of: "unexplained", operator }, changeMinor: -sums.amountMinor, kind: "disburse" },
    { account: { of: "fees" }, changeMinor: sums.feeMinor, kind: "disburse_fee" },
  );
}

/** A completed payout came back: the reverse of its completion, to what the merchant may spend. The operator keeps its cost. */
export function payoutReturned(walletId: bigint, sums: PayoutSums): Leg[] {
  return legs(
    { account: { of: "wallet", id: walletId }, changeMinor: sums.amountMinor, kind: "disburse_return" },
    { account: merchant(sums), changeMinor: total(sums), kind: "disburse_return" },
    { account: { of: "fees" }, changeMinor: -sums.feeMinor, kind: "disburse_return" },
  );
}

/** Money that had gone out unexplained came back: wallet A / unexplained A, or adjustments A where it had been written off. */
export function unexplainedReturned(walletId: bigint, operator: string, amountMinor: bigint, writtenOff = false): Leg[] {
  return legs(
    { account: { of: "wallet", id: walletId }, changeMinor: amountMinor, kind: "disburse_return" },
    { account: writtenOff ? { of: "adjustments" } : { of: "unexplained", operator }, changeMinor: -amountMinor, kind: "disburse_return" },
  );
}
