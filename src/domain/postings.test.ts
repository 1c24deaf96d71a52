import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SMS_KINDS } from "../contract/sms.ts";
import { debitUnexplained, imbalance, KIND_EFFECTS, moneyUnmatched, paymentCompleted, silentTolerance, suspenseMatched, walletDelta } from "./postings.ts";

const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
const small = fc.bigInt({ min: 0n, max: 10n ** 6n });

describe("every posting", () => {
  it("sums to zero and holds no empty leg", () => {
    fc.assert(
      fc.property(amount, small, small, small, (a, fee, operatorFeeMinor, commissionMinor) => {
        const sides = { operatorFeeMinor, commissionMinor };
        for (const legs of [
          paymentCompleted(1n, 2n, a, fee, sides),
          moneyUnmatched(1n, "bkash", a, sides),
          suspenseMatched("bkash", 2n, a, fee),
          debitUnexplained(1n, "bkash", a, sides),
        ]) {
          expect(imbalance(legs)).toBe(0n);
          expect(legs.every((leg) => leg.changeMinor !== 0n)).toBe(true);
        }
      }),
    );
  });
  it("gives the merchant the amount less its fee, and the wallet what the message says", () => {
    fc.assert(
      fc.property(amount, small, small, small, (a, fee, operatorFeeMinor, commissionMinor) => {
        const legs = paymentCompleted(1n, 2n, a, fee, { operatorFeeMinor, commissionMinor });
        const of = (name: string): bigint => legs.filter((leg) => leg.account.of === name).reduce((sum, leg) => sum + leg.changeMinor, 0n);
        expect(of("merchant")).toBe(a - fee);
        expect(of("wallet")).toBe(
          walletDelta({ kind: "receive", direction: "credit", amountMinor: a, feeMinor: operatorFeeMinor, commissionMinor, extraMinor: null }),
        );
      }),
    );
  });
});

describe("kinds", () => {
  it("all have an effect, and those without one move nothing", () => {
    for (const kind of SMS_KINDS) {
      const delta = walletDelta({ kind, direction: "credit", amountMinor: 100n, feeMinor: null, commissionMinor: null, extraMinor: null });
      expect(delta === 0n).toBe(KIND_EFFECTS[kind] === "none");
    }
  });
  it("a spoof never moves anything", () => {
    expect(KIND_EFFECTS.spoof_suspect).toBe("none");
  });
});

describe("silent commission", () => {
  it("is tolerated only where an operator is known for it", () => {
    expect(silentTolerance("bkash", "agent", 100_000n)).toBe(600n);
    expect(silentTolerance("bkash", "personal", 100_000n)).toBe(0n);
    expect(silentTolerance("nagad", "agent", 100_000n)).toBe(0n);
    expect(silentTolerance("bkash", "agent", null)).toBe(0n);
  });
});
