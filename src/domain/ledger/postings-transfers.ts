/**
 * What transfers of float do to the books (rule 69). Money between two own wallets stands in transit from
 * the moment it left one until it came to the other, so that each message books its own wallet. All amounts are minor
 * units; each function answers legs that sum to zero.
 */
import type { TransferKind } from "../../contract/transfers.ts";
import { legs, posting, type Account, type Leg, type MoneySource } from "./postings.ts";

/** The account that stands across a wallet: the other wallet's, in transit, or the outside world. */
function across(kind: TransferKind): Account {
  return kind === "wallet" ? { of: "transit" } : { of: "b2b" };
}
const outKind = (kind: TransferKind): string => (kind === "wallet" ? "transfer_out" : "b2b_out");
const inKind = (kind: TransferKind): string => (kind === "wallet" ? "transfer_in" : "b2b_in");

/** Money left the paying wallet, or had left it unexplained: transit or b2b A / its source A. */
export function transferSent(kind: TransferKind, source: MoneySource, amountMinor: bigint): Leg[] {
  return posting(source, outKind(kind), legs({ account: across(kind), changeMinor: amountMinor, kind: outKind(kind) }));
}

/** Money came to the receiving wallet, or stood in suspense: its source A / transit or b2b A. */
export function transferReceived(kind: TransferKind, source: MoneySource, amountMinor: bigint): Leg[] {
  return posting(
    source,
    source.from === "suspense" ? "suspense" : inKind(kind),
    legs({ account: across(kind), changeMinor: -amountMinor, kind: inKind(kind) }),
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
