/** What each wallet's day must show in the reconciliation, from the plan and the operators' side. Minor units. */
import type { Movement } from "./bank.ts";

/** Sums and counts of one wallet's day, both as expected and as read. */
export interface DaySums {
  readonly reportedIn: bigint;
  readonly reportedInCount: bigint;
  readonly reportedOut: bigint;
  readonly reportedOutCount: bigint;
  readonly bookedIn: bigint;
  readonly bookedInCount: bigint;
  readonly bookedOut: bigint;
  readonly bookedOutCount: bigint;
  readonly matched: bigint;
  readonly onlyMessage: bigint;
  /** What the group adds to the day's differences, reported less booked. */
  readonly onlyMessageSum: bigint;
  readonly onlyOrder: bigint;
  readonly onlyOrderSum: bigint;
  readonly amountDiffers: bigint;
  readonly otherDay: bigint;
}
export const DAY_KEYS = [
  "reportedIn",
  "reportedInCount",
  "reportedOut",
  "reportedOutCount",
  "bookedIn",
  "bookedInCount",
  "bookedOut",
  "bookedOutCount",
  "matched",
  "onlyMessage",
  "onlyMessageSum",
  "onlyOrder",
  "onlyOrderSum",
  "amountDiffers",
  "otherDay",
] as const satisfies readonly (keyof DaySums)[];

/** A day on which nothing happened. */
export const NO_DAY: DaySums = {
  reportedIn: 0n,
  reportedInCount: 0n,
  reportedOut: 0n,
  reportedOutCount: 0n,
  bookedIn: 0n,
  bookedInCount: 0n,
  bookedOut: 0n,
  bookedOutCount: 0n,
  matched: 0n,
  onlyMessage: 0n,
  onlyMessageSum: 0n,
  onlyOrder: 0n,
  onlyOrderSum: 0n,
  amountDiffers: 0n,
  otherDay: 0n,
};

/** Keeps the expectation about the wallets' days while a run plays. */
export class DayTally {
  private readonly days = new Map<string, DaySums>();

  /** Money came and its message was forwarded; an order was completed by it, or none. */
  received({ wallet, amount }: Movement, ordered: boolean): void {
    this.add(wallet.key, { reportedIn: amount, reportedInCount: 1n });
    if (ordered) this.add(wallet.key, { bookedIn: amount, bookedInCount: 1n, matched: 1n });
    else this.add(wallet.key, { onlyMessage: 1n, onlyMessageSum: amount });
  }

  /** A message under the operator's name, before a person: reported, and no money came. */
  forged(wallet: string, amount: bigint): void {
    this.add(wallet, { reportedIn: amount, reportedInCount: 1n, onlyMessage: 1n, onlyMessageSum: amount });
  }

  /** A payout was paid; a phone forwards the operator's message, or people typed the TrxID and none comes. */
  paid({ wallet, amount }: Movement, told: boolean): void {
    this.add(wallet.key, { bookedOut: amount, bookedOutCount: 1n });
    if (told) this.add(wallet.key, { reportedOut: amount, reportedOutCount: 1n, matched: 1n });
    else this.add(wallet.key, { onlyOrder: 1n, onlyOrderSum: -amount });
  }

  /** What the run did to a wallet's day. */
  of(wallet: string): DaySums {
    return this.days.get(wallet) ?? NO_DAY;
  }

  private add(wallet: string, more: Partial<DaySums>): void {
    const before = this.of(wallet);
    const grown = Object.fromEntries(DAY_KEYS.map((key) => [key, before[key] + (more[key] ?? 0n)]));
    this.days.set(wallet, { ...before, ...grown });
  }
}
