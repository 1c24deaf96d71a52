import fc from "fast-check";
import { expect, it } from "vitest";
import { feeOn, formatAmount } from "../src/contract/money.ts";
import { feeFor, grouped, minorOf, plain, shareOf } from "./money.ts";
import { MERCHANTS } from "./fleet.ts";

it("reads nothing but amounts", () => {
  for (const text of ["", "1", "1.5", "1,000.00", "+1.00", "1.000", " 1.00", "1.00 ", "0x1.00"]) expect(() => minorOf(text), text).toThrow(RangeError);
});

it("rounds half up", () => {
  expect([shareOf(100n, 150n, 10_000n), shareOf(33n, 150n, 10_000n), shareOf(34n, 150n, 10_000n)]).toEqual([2n, 0n, 1n]);
});

it("bounds a fee, and never takes more than came", () => {
  const fee = { rateBps: 225, fixed: 100n, min: 300n, max: 50_00n };
  expect([feeFor(fee, 50_00n), feeFor(fee, 1_000_00n), feeFor(fee, 100_000_00n), feeFor(fee, 200n)]).toEqual([300n, 23_50n, 50_00n, 200n]);
});

it("comes, by another way, to the product's figures", () => {
  fc.assert(
    fc.property(fc.bigInt(300n, 5_000_000n), fc.constantFrom(...MERCHANTS), (amount, { fee }) => {
      expect(feeFor(fee, amount)).toBe(feeOn({ rateBps: fee.rateBps, fixedMinor: fee.fixed, minMinor: fee.min, maxMinor: fee.max }, amount));
      expect(plain(amount)).toBe(formatAmount(amount));
      expect(minorOf(plain(-amount))).toBe(-amount);
      expect(grouped(amount).replaceAll(",", "")).toBe(plain(amount));
    }),
  );
  expect([plain(5n), plain(-5n), grouped(123_456_789n), grouped(99_900n)]).toEqual(["0.05", "-0.05", "1,234,567.89", "999.00"]);
});
