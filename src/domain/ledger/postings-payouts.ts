/** What each event of a payout does to the books (rule 69). Every function's legs sum to zero. Minor units. */
import { legs, posting, type Account, type Leg, type MoneySource, type ReportedMoney } from "./postings.ts";

/** Who is concerned and how much: the ordered amount and our fee on it. */
export interface PayoutSums {
  readonly merchantId: bigint;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
}

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

/** Completed: hold A+F / its source A, fees F. One that was written off meanwhile is no loss after all. */
export function payoutCompleted(source: MoneySource, sums: PayoutSums): Leg[] {
  return posting(
    source,
    "disburse",
    legs({ account: hold(sums), changeMinor: -total(sums), kind: "disburse" }, { account: { of: "fees" }, changeMinor: sums.feeMinor, kind: "disburse_fee" }),
  );
}

/** A completed payout came back: the reverse of its completion, to what the merchant may spend. The operator keeps its cost. */
export function payoutReturned(message: ReportedMoney, sums: PayoutSums): Leg[] {
  return posting(
    message,
    "disburse_return",
    legs(
      { account: merchant(sums), changeMinor: total(sums), kind: "disburse_return" },
      { account: { of: "fees" }, changeMinor: -sums.feeMinor, kind: "disburse_return" },
    ),
  );
}

/** Money that had gone out unexplained came back: wallet A / unexplained A, or adjustments A where it had been written off. */
export function unexplainedReturned(message: ReportedMoney, amountMinor: bigint, writtenOff = false): Leg[] {
  const account: Account = writtenOff ? { of: "adjustments" } : { of: "unexplained", operator: message.operator };
  return posting(message, "disburse_return", legs({ account, changeMinor: -amountMinor, kind: "disburse_return" }));
}
