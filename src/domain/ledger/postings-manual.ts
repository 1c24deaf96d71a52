/** What manual operations book (rules 8, 16, 68 and 69). Pure; amounts are minor units above zero. */
import { type Account, type Leg } from "./postings.ts";

const side = (account: Account, changeMinor: bigint, kind: string): Leg => ({ account, changeMinor, kind });
const ADJUSTMENTS: Account = { of: "adjustments" };

/** Merchant credit: adjustments A / merchant A. */
export function merchantCredit(merchantId: bigint, amountMinor: bigint): Leg[] {
  return [side(ADJUSTMENTS, amountMinor, "merchant_credit"), side({ of: "merchant", id: merchantId }, amountMinor, "merchant_credit")];
}

/** Merchant debit: merchant A / adjustments A. */
export function merchantDebit(merchantId: bigint, amountMinor: bigint): Leg[] {
  return [side({ of: "merchant", id: merchantId }, -amountMinor, "merchant_debit"), side(ADJUSTMENTS, -amountMinor, "merchant_debit")];
}

/** Wallet credit (the real balance is higher): wallet A / adjustments A. Debit: the reverse. */
export function walletAdjusted(walletId: bigint, direction: "credit" | "debit", amountMinor: bigint): Leg[] {
  const change = direction === "credit" ? amountMinor : -amountMinor;
  return [side({ of: "wallet", id: walletId }, change, `wallet_${direction}`), side(ADJUSTMENTS, -change, `wallet_${direction}`)];
}

/** Float bought outside: wallet A / b2b A. Sold: b2b A / wallet A. */
export function b2bAdjusted(walletId: bigint, direction: "credit" | "debit", amountMinor: bigint): Leg[] {
  const change = direction === "credit" ? amountMinor : -amountMinor;
  return [side({ of: "wallet", id: walletId }, change, `b2b_${direction}`), side({ of: "b2b" }, -change, `b2b_${direction}`)];
}

/** Money that nobody claimed becomes ours: suspense A / adjustments A. */
export function suspenseWrittenOff(operator: string, amountMinor: bigint): Leg[] {
  return [side({ of: "suspense", operator }, -amountMinor, "write_off"), side(ADJUSTMENTS, -amountMinor, "write_off")];
}

/** Money that left and that nothing explains is our loss: adjustments A / unexplained A. */
export function unexplainedWrittenOff(operator: string, amountMinor: bigint): Leg[] {
  return [side(ADJUSTMENTS, amountMinor, "write_off"), side({ of: "unexplained", operator }, -amountMinor, "write_off")];
}

/**
 * A completed payment whose money is gone: merchant A − F and fees F / where it stands, as two rows of the merchant's journal.
 * @param at unexplained, where the operator took it back; in transit, where it had merely been said and never came
 */
export function paymentReversed(at: Account & { readonly of: "unexplained" | "unreported" }, merchantId: bigint, amountMinor: bigint, feeMinor: bigint): Leg[] {
  const merchant: Account = { of: "merchant", id: merchantId };
  return [
    side(merchant, -amountMinor, "payment_reversal"),
    side(merchant, feeMinor, "payment_reversal_fee"),
    side({ of: "fees" }, -feeMinor, "payment_reversal_fee"),
    side(at, -amountMinor, "payment_reversal"),
  ].filter((leg) => leg.changeMinor !== 0n);
}

/** What a wallet or a merchant brings along (rule 16): wallet A / adjustments A, or adjustments A / merchant A. */
export function opened(owner: { readonly of: "wallet" | "merchant"; readonly id: bigint }, amountMinor: bigint): Leg[] {
  return [side(owner, amountMinor, "opening"), side(ADJUSTMENTS, owner.of === "wallet" ? -amountMinor : amountMinor, "opening")];
}
