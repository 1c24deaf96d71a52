/**
 * What transfers of float do to the books (domain text section 6). Money between two own wallets stands in transit from
 * the moment it left one until it came to the other, so that each message books its own wallet. All amounts are minor
 * units; each function answers legs that sum to zero.
 */
import type { TransferKind } from "../contract/transfers.ts";
import { legs, sideLegs, type Account, type Leg, type Sides } from "./postings.ts";

/** The account that stands across a wallet: the other wallet's, in transit, or the outside world. */
function across(kind: TransferKind): Account {
  return kind === "wallet" ? { of: "transit" } : { of: "b2b" };
}
const outKind = (kind: TransferKind): string => (kind === "wallet" ? "transfer_out" : "b2b_out");
const inKind = (kind: TransferKind): string => (kind === "wallet" ? "transfer_in" : "b2b_in");

/** Money left the paying wallet: transit or b2b A; operator_costs C / wallet A+C. */
export function transferSent(kind: TransferKind, walletId: bigint, amountMinor: bigint, sides: Sides = {}): Leg[] {
  return [
    ...legs(
      { account: across(kind), changeMinor: amountMinor, kind: outKind(kind) },
      { account: { of: "wallet", id: walletId }, changeMinor: -amountMinor, kind: outKind(kind) },
    ),
    ...sideLegs(walletId, sides.operatorFeeMinor ?? 0n, sides.commissionMinor ?? 0n),
  ];
}

/** Money came to the receiving wallet: wallet A / transit or b2b A; what was charged there is a cost as well. */
export function transferReceived(kind: TransferKind, walletId: bigint, amountMinor: bigint, sides: Sides = {}): Leg[] {
  return [
    ...legs(
      { account: { of: "wallet", id: walletId }, changeMinor: amountMinor, kind: inKind(kind) },
      { account: across(kind), changeMinor: -amountMinor, kind: inKind(kind) },
    ),
    ...sideLegs(walletId, sides.operatorFeeMinor ?? 0n, sides.commissionMinor ?? 0n),
  ];
}

/** A debit that stood unexplained was this transfer's: transit or b2b A / unexplained A. */
export function unexplainedWasSent(kind: TransferKind, operator: string, amountMinor: bigint): Leg[] {
  return legs(
    { account: across(kind), changeMinor: amountMinor, kind: outKind(kind) },
    { account: { of: "unexplained", operator }, changeMinor: -amountMinor, kind: outKind(kind) },
  );
}

/** A credit that stood in suspense was this transfer's: suspense A / transit or b2b A. */
export function suspenseWasReceived(kind: TransferKind, operator: string, amountMinor: bigint): Leg[] {
  return legs(
    { account: { of: "suspense", operator }, changeMinor: -amountMinor, kind: "suspense" },
    { account: across(kind), changeMinor: -amountMinor, kind: inKind(kind) },
  );
}

/** The transfer failed although its money had left: it stands unexplained again. */
export function sentAgainUnexplained(kind: TransferKind, operator: string, amountMinor: bigint): Leg[] {
  return legs(
    { account: { of: "unexplained", operator }, changeMinor: amountMinor, kind: "transfer_returned" },
    { account: across(kind), changeMinor: -amountMinor, kind: "transfer_returned" },
  );
}

/** The transfer failed although money had come: it stands in suspense again. */
export function receivedAgainSuspense(kind: TransferKind, operator: string, amountMinor: bigint): Leg[] {
  return legs(
    { account: across(kind), changeMinor: amountMinor, kind: "transfer_returned" },
    { account: { of: "suspense", operator }, changeMinor: amountMinor, kind: "suspense" },
  );
}
