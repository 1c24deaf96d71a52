/** What merchants' withdrawals do to the books (domain text section 6). Minor units; each function answers legs that sum to zero. */
import { legs, sideLegs, type Leg } from "./postings.ts";

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

/** Paid from a wallet: hold A; operator_costs C / wallet A+C. */
export function withdrawalPaidFromWallet(merchantId: bigint, walletId: bigint, amountMinor: bigint, costMinor: bigint, commissionMinor = 0n): Leg[] {
  return [
    ...legs(
      { account: { of: "hold", id: merchantId }, changeMinor: -amountMinor, kind: "withdrawal" },
      { account: { of: "wallet", id: walletId }, changeMinor: -amountMinor, kind: "withdrawal" },
    ),
    ...sideLegs(walletId, costMinor, commissionMinor),
  ];
}

/** A debit that stood unexplained was this withdrawal's: hold A / unexplained A. */
export function unexplainedWasWithdrawal(merchantId: bigint, operator: string, amountMinor: bigint): Leg[] {
  return legs(
    { account: { of: "hold", id: merchantId }, changeMinor: -amountMinor, kind: "withdrawal" },
    { account: { of: "unexplained", operator }, changeMinor: -amountMinor, kind: "withdrawal" },
  );
}
