import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as manual from "./postings-manual.ts";
import { imbalance, type Account, type Leg } from "./postings.ts";

const amount = fc.bigInt({ min: 1n, max: 10n ** 15n });
const id = fc.bigInt({ min: 1n, max: 2n ** 60n });
const sumOf = (legs: readonly Leg[], of: Account["of"]): bigint => legs.filter((leg) => leg.account.of === of).reduce((sum, leg) => sum + leg.changeMinor, 0n);

describe("every manual posting", () => {
  it("sums to zero and has no empty leg", () => {
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 0n, max: 10n ** 15n }), id, (minor, rawFee, owner) => {
        const fee = rawFee > minor ? minor : rawFee;
        const postings = [
          manual.merchantCredit(owner, minor),
          manual.merchantDebit(owner, minor),
          manual.walletAdjusted(owner, "credit", minor),
          manual.walletAdjusted(owner, "debit", minor),
          manual.b2bAdjusted(owner, "credit", minor),
          manual.b2bAdjusted(owner, "debit", minor),
          manual.suspenseWrittenOff("bkash", minor),
          manual.unexplainedWrittenOff("bkash", minor),
          manual.paymentReversed({ of: "unexplained", operator: "bkash" }, owner, minor, fee),
          manual.opened({ of: "wallet", id: owner }, minor),
          manual.opened({ of: "merchant", id: owner }, minor),
        ];
        for (const legs of postings) {
          expect(imbalance(legs)).toBe(0n);
          expect(legs.every((leg) => leg.changeMinor !== 0n)).toBe(true);
        }
      }),
    );
  });
});

describe("a reversal", () => {
  it("takes from the merchant what the payment had left him, and the fee from us", () => {
    fc.assert(
      fc.property(amount, id, (minor, owner) => {
        const fee = minor / 3n;
        const legs = manual.paymentReversed({ of: "unexplained", operator: "nagad" }, owner, minor, fee);
        expect(sumOf(legs, "merchant")).toBe(fee - minor);
        expect(sumOf(legs, "fees")).toBe(-fee);
        expect(sumOf(legs, "unexplained")).toBe(-minor);
      }),
    );
  });
});

describe("the sides", () => {
  it("a credit raises what is named, a debit lowers it", () => {
    expect(sumOf(manual.merchantCredit(1n, 5n), "merchant")).toBe(5n);
    expect(sumOf(manual.merchantDebit(1n, 5n), "merchant")).toBe(-5n);
    expect(sumOf(manual.walletAdjusted(1n, "credit", 5n), "wallet")).toBe(5n);
    expect(sumOf(manual.walletAdjusted(1n, "debit", 5n), "wallet")).toBe(-5n);
    expect(sumOf(manual.b2bAdjusted(1n, "credit", 5n), "wallet")).toBe(5n);
    expect(sumOf(manual.b2bAdjusted(1n, "debit", 5n), "b2b")).toBe(5n);
    expect(sumOf(manual.suspenseWrittenOff("bkash", 5n), "suspense")).toBe(-5n);
    expect(sumOf(manual.unexplainedWrittenOff("bkash", 5n), "unexplained")).toBe(-5n);
  });
});
