/** What merchants' withdrawals do to the books (rule 69). Minor units; each function answers legs that sum to zero. */
import { legs, posting, type Leg, type MoneySource } from "./postings.ts";

/** Submitted: merchant A / hold A. */
export function withdrawalHeld(merchantId: bigint, amountMinor: bigint): Leg[] {
  return legs(
    { account: { of: "merchant", id: merchantId }, changeMinor: -amountMinor, kind: "withdrawal_hold" },
    { account: { of: "hold", id: merchantId }, changeMinor: amountMinor, kind: "withdrawal_hold" },
  );
}

/** Rejected: hold A / merchant A. */
export function withdrawalReleased(merchantId: bigint, amountMinor: bigint): Leg[] {
  return legs(
    { account: { of: "hold", id: merchantId }, changeMinor: -amountMinor, kind: "withdrawal_release" },
    { account: { of: "merchant", id: merchantId }, changeMinor: amountMinor, kind: "withdrawal_release" },
  );
}

/** Paid from outside: hold A / settlement A. */
export function withdrawalPaidOutside(merchantId: bigint, amountMinor: bigint): Leg[] {
  return legs(
    { account: { of: "hold", id: merchantId }, changeMinor: -amountMinor, kind: "withdrawal" },
    { account: { of: "settlement" }, changeMinor: -amountMinor, kind: "withdrawal" },
  );
}

/** Paid from a wallet, or by a debit that stood unexplained: hold A / its source A. */
export function withdrawalPaidFromWallet(merchantId: bigint, source: MoneySource, amountMinor: bigint): Leg[] {
  return posting(source, "withdrawal", legs({ account: { of: "hold", id: merchantId }, changeMinor: -amountMinor, kind: "withdrawal" }));
}
