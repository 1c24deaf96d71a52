import { describe, expect, it } from "vitest";
import type { Movement } from "./bank.ts";
import { BackOfficeTally } from "./back-office-tally.ts";
import { WALLETS, type WalletPlan } from "./fleet.ts";
import { PayoutTally } from "./payout-tally.ts";

const wallet = WALLETS[0] as WalletPlan;
const movement = (amount: bigint, cost: bigint, commission = 0n): Movement => ({
  sms: { wallet: wallet.key, sender: "", text: "", atMs: 0, uid: "", swap: false, firm: false },
  wallet,
  amount,
  cost,
  commission,
  trxId: "",
});
const made = (): PayoutTally => new PayoutTally(new Map([["lotus", { rateBps: 100, fixed: 50n, min: null, max: null }]]));

describe("payouts", () => {
  it("take no end of an order that was not placed", () => {
    expect(() => made().ends(1, "failed")).toThrow("was not placed");
    expect(() => made().merchant("nobody")).toThrow("no merchant");
  });

  it("hold amount and fee until they are over", () => {
    const tally = made();
    tally.placed(1, "lotus", 10_000n);
    expect([tally.merchant("lotus").held, tally.frozen, tally.withStatus("processing")]).toEqual([10_150n, 10_000n, 1]);
    tally.ends(1, "attempt_failed");
    expect([tally.merchant("lotus").held, tally.frozen]).toEqual([10_150n, 0n]);
    tally.ends(1, "failed");
    expect(tally.merchant("lotus")).toEqual({ paid: 0n, fees: 0n, costs: 0n, held: 0n });
    expect([tally.events("disburse.failed"), tally.events("disburse.completed")]).toEqual([1, 0]);
  });

  it("take amount and cost from the wallet, add its commission, and count the fee once", () => {
    const tally = made();
    for (const no of [1, 2]) tally.placed(no, "lotus", 10_000n);
    tally.tried(1);
    tally.paid(1, movement(10_000n, 500n));
    tally.tried(2);
    tally.tried(2);
    tally.paid(2, movement(10_000n, 0n, 41n));
    expect(tally.onWallet(wallet.key)).toBe(-20_459n);
    expect(tally.merchant("lotus")).toEqual({ paid: 20_000n, fees: 300n, costs: 500n, held: 0n });
    expect([tally.attempts, tally.accepted, tally.events("disburse.completed")]).toEqual([3, 2, 2]);
  });
});

describe("back-office tasks", () => {
  it("a withdrawal leaves the balance when it is asked for, and comes back when it is rejected", () => {
    const tally = new BackOfficeTally();
    tally.withdrawal("lotus", 100n, "paid");
    tally.withdrawal("lotus", 30n, "pending");
    tally.withdrawal("lotus", 7n, "rejected");
    tally.credit("lotus", 5n, "applied");
    tally.credit("lotus", 5n, "rejected");
    expect([tally.balanceOf("lotus"), tally.heldFor("lotus"), tally.balanceOf("padma")]).toEqual([-125n, 30n, 0n]);
    expect([tally.withdrawals("paid"), tally.withdrawals("rejected")]).toEqual([
      { times: 1, amount: 100n },
      { times: 1, amount: 7n },
    ]);
  });

  it("float moves between wallets, signed", () => {
    const tally = new BackOfficeTally();
    tally.transfer(10n, "completed");
    tally.move("bk5", -10n);
    tally.move("bk2", 10n);
    expect([tally.onWallet("bk5"), tally.onWallet("bk2"), tally.transfers("completed").times, tally.transfers("failed").times]).toEqual([-10n, 10n, 1, 0]);
  });
});
