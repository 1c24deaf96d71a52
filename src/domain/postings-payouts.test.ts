import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imbalance, type Account, type Leg } from "./postings.ts";
import { payoutCompleted, payoutExplained, payoutHeld, payoutReleased, payoutReturned, payoutSides, unexplainedReturned } from "./postings-payouts.ts";

const money = fc.bigInt({ min: 1n, max: 10n ** 13n });
const some = fc.bigInt({ min: 0n, max: 10n ** 9n });
const of = (legs: readonly Leg[], kind: Account["of"]): bigint => legs.filter((leg) => leg.account.of === kind).reduce((sum, leg) => sum + leg.changeMinor, 0n);

describe("a payout's postings", () => {
  it("balance, whatever the figures, and write no empty leg", () => {
    fc.assert(
      fc.property(money, some, some, some, (amountMinor, feeMinor, costMinor, commissionMinor) => {
        const sums = { merchantId: 7n, amountMinor, feeMinor };
        const sides = { costMinor, commissionMinor };
        for (const legs of [
          payoutHeld(sums),
          payoutReleased(sums),
          payoutCompleted(3n, sums, sides),
          payoutExplained("bkash", sums),
          payoutReturned(3n, sums),
          unexplainedReturned(3n, "bkash", amountMinor),
          payoutSides(3n, sides),
        ]) {
          expect(imbalance(legs)).toBe(0n);
          expect(legs.every((leg) => leg.changeMinor !== 0n)).toBe(true);
        }
      }),
    );
  });

  it("leave nothing held at any end, and the merchant bears amount and fee exactly when it was paid", () => {
    fc.assert(
      fc.property(money, some, some, (amountMinor, feeMinor, costMinor) => {
        const sums = { merchantId: 7n, amountMinor, feeMinor };
        const held = payoutHeld(sums);
        const paid = [...held, ...payoutCompleted(3n, sums, { costMinor, commissionMinor: 0n })];
        expect([of(paid, "hold"), of(paid, "merchant"), of(paid, "wallet"), of(paid, "fees")]).toEqual([
          0n,
          -amountMinor - feeMinor,
          -amountMinor - costMinor,
          feeMinor,
        ]);
        const explained = [...held, ...payoutExplained("bkash", sums)];
        expect([of(explained, "hold"), of(explained, "unexplained"), of(explained, "wallet")]).toEqual([0n, -amountMinor, 0n]);
        const released = [...held, ...payoutReleased(sums)];
        expect([of(released, "hold"), of(released, "merchant")]).toEqual([0n, 0n]);
        const returned = [...paid, ...payoutReturned(3n, sums)];
        expect([of(returned, "merchant"), of(returned, "fees"), of(returned, "wallet")]).toEqual([0n, 0n, -costMinor]);
      }),
    );
  });
});
