/** Fees with tiers: bounds, rounding, and that nothing changes where there are none. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { feeOn, flatRule, type FeeRule, type FeeTier } from "../../contract/money.ts";

const amount = fc.bigInt({ min: 1n, max: 999_999_999_999_999n });
const small = fc.bigInt({ min: 0n, max: 10_000_00n });
const rate = fc.integer({ min: 0, max: 10_000 });
const flat = fc.record({ rateBps: rate, fixedMinor: small, bounds: fc.tuple(fc.option(small), fc.option(small)) }).map(
  ({ bounds: [low, high], ...rest }): FeeRule => ({
    ...rest,
    minMinor: low !== null && high !== null && low > high ? high : low,
    maxMinor: low !== null && high !== null && low > high ? low : high,
  }),
);
const tiers = fc
  .uniqueArray(fc.record({ fromMinor: amount, rateBps: rate, fixedMinor: small }), { maxLength: 20, selector: (tier) => tier.fromMinor })
  .map((list): FeeTier[] => [...list].sort((left, right) => (left.fromMinor < right.fromMinor ? -1 : 1)));
const tiered = fc.tuple(flat, tiers).map(([rule, list]): FeeRule => ({ ...rule, tiers: list }));

describe("tiers", () => {
  it("never leave the bounds", () => {
    fc.assert(
      fc.property(tiered, amount, (rule, on) => {
        const fee = feeOn(rule, on);
        expect(fee >= 0n).toBe(true);
        if (rule.minMinor !== null) expect(fee >= rule.minMinor).toBe(true);
        if (rule.maxMinor !== null) expect(fee <= rule.maxMinor).toBe(true);
      }),
    );
  });

  it("rise with the amount inside one tier", () => {
    fc.assert(
      fc.property(tiered, amount, amount, (rule, left, right) => {
        const [low, high] = left < right ? [left, right] : [right, left];
        const part = flatRule(rule, low);
        expect(feeOn(part, low) <= feeOn(part, high)).toBe(true);
      }),
    );
  });

  it("equal the plain rule where there are none, and the tier's own rule where there are", () => {
    fc.assert(
      fc.property(flat, amount, (rule, on) => {
        expect(feeOn({ ...rule, tiers: [] }, on)).toBe(feeOn(rule, on));
      }),
    );
    fc.assert(
      fc.property(tiered, amount, (rule, on) => {
        expect(feeOn(flatRule(rule, on), on)).toBe(feeOn(rule, on));
        const last = (rule.tiers ?? []).findLast((tier) => tier.fromMinor <= on);
        expect(flatRule(rule, on)).toEqual({
          rateBps: last?.rateBps ?? rule.rateBps,
          fixedMinor: last?.fixedMinor ?? rule.fixedMinor,
          minMinor: rule.minMinor,
          maxMinor: rule.maxMinor,
        });
      }),
    );
  });

  it("begin with their amount, and round half up once", () => {
    const rule: FeeRule = {
      rateBps: 100,
      fixedMinor: 0n,
      minMinor: null,
      maxMinor: null,
      tiers: [
        { fromMinor: 1000_00n, rateBps: 50, fixedMinor: 1_00n },
        { fromMinor: 5000_00n, rateBps: 0, fixedMinor: 0n },
      ],
    };
    expect([999_99n, 1000_00n, 4999_99n, 5000_00n].map((on) => feeOn(rule, on))).toEqual([10_00n, 6_00n, 26_00n, 0n]);
    // 0.50 of a minor unit goes up, less does not.
    expect([50n, 49n, 150n].map((on) => feeOn({ ...rule, tiers: [] }, on))).toEqual([1n, 0n, 2n]);
  });
});
