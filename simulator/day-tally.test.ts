/** What the wallets' days must show. */
import { describe, expect, it } from "vitest";
import { DayTally, NO_DAY } from "./day-tally.ts";
import { WALLETS } from "./fleet.ts";

describe("day tally", () => {
  it("tells apart what both sides know, what only a message knows, and what only an order knows", () => {
    const wallet = WALLETS[0] as (typeof WALLETS)[number];
    const sms = { wallet: wallet.key, sender: "", text: "", atMs: 0, uid: "", swap: false, firm: false };
    const moved = (amount: bigint) => ({ sms, wallet, amount, commission: 0n, cost: 0n, trxId: "" });
    const tally = new DayTally();
    tally.received(moved(100n), true);
    tally.received(moved(7n), false);
    tally.forged(wallet.key, 50n);
    tally.paid(moved(30n), true);
    tally.paid(moved(4n), false);
    expect(tally.of(wallet.key)).toEqual({
      ...NO_DAY,
      reportedIn: 157n,
      reportedInCount: 3n,
      bookedIn: 100n,
      bookedInCount: 1n,
      reportedOut: 30n,
      reportedOutCount: 1n,
      bookedOut: 34n,
      bookedOutCount: 2n,
      matched: 2n,
      onlyMessage: 2n,
      onlyMessageSum: 57n,
      onlyOrder: 1n,
      onlyOrderSum: -4n,
    });
    expect(tally.of("ng1")).toBe(NO_DAY);
  });
});
