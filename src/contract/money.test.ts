import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  divideHalfUp,
  feeFits,
  feeOn,
  type FeeRule,
  flatRule,
  formatAmount,
  formatAmountOrNull,
  grouped,
  isOff,
  isWrittenSum,
  MAX_AMOUNT_MINOR,
  minorOf,
  parseAmount,
  readAmount,
} from "./money.ts";

const amounts = fc.bigInt({ min: 0n, max: MAX_AMOUNT_MINOR });

describe("amounts", () => {
  const bad = [
    "",
    " ",
    "-0",
    "-1",
    "+5",
    "1e3",
    "0x10",
    "007",
    "1,000",
    "1.005",
    ".5",
    "5.",
    "NaN",
    "Infinity",
    " 7",
    "7 ",
    "7\u200b",
    "１２",
    "١٢",
    "১২",
    "1.5.5",
    "00.5",
    "9999999999999999",
    "1e400",
    "1_000",
    "٫5",
  ];
  it.each(bad)("refuses %j", (text) => {
    expect(parseAmount(text)).toBeNull();
  });
  it.each([7, null, undefined, [7], { a: 1 }, true, 7n])("refuses what is no string: %s", (value) => {
    expect(parseAmount(value)).toBeNull();
  });
  it("reads zero, one and two decimals", () => {
    expect([parseAmount("0"), parseAmount("7"), parseAmount("7.5"), parseAmount("7.05"), parseAmount("1250.00")]).toEqual([0n, 700n, 750n, 705n, 125_000n]);
  });
  it("writes what it reads", () => {
    fc.assert(fc.property(amounts, (minor) => parseAmount(formatAmount(minor)) === minor));
  });
  it("writes negative amounts with an ASCII minus", () => {
    expect(formatAmount(-5n)).toBe("-0.05");
  });
  it("writes zero, and nothing for an amount that is absent", () => {
    expect([0n, null, undefined, -1n].map(formatAmountOrNull)).toEqual(["0.00", null, null, "-0.01"]);
  });
  it("accepts nothing above fifteen digits", () => {
    expect(parseAmount("9999999999999.99")).toBe(MAX_AMOUNT_MINOR);
    expect(parseAmount("10000000000000.00")).toBeNull();
  });
});

describe("fees", () => {
  const rules = fc.record({
    rateBps: fc.integer({ min: 0, max: 10_000 }),
    fixedMinor: fc.bigInt({ min: 0n, max: 1_000_000n }),
    minMinor: fc.constant(null),
    maxMinor: fc.constant(null),
  });

  it("rounds half up to the minor unit", () => {
    expect(divideHalfUp(5n, 10n)).toBe(1n);
    expect(divideHalfUp(4n, 10n)).toBe(0n);
    expect(feeOn({ rateBps: 150, fixedMinor: 0n, minMinor: null, maxMinor: null }, 33n)).toBe(0n);
    expect(feeOn({ rateBps: 150, fixedMinor: 0n, minMinor: null, maxMinor: null }, 34n)).toBe(1n);
    expect(feeOn({ rateBps: 435, fixedMinor: 0n, minMinor: null, maxMinor: null }, 10_000n)).toBe(435n);
  });
  it("is never more than half a minor unit from the exact fee", () => {
    fc.assert(
      fc.property(rules, amounts, (rule, amount) => {
        const doubled = 2n * (10_000n * (feeOn(rule, amount) - rule.fixedMinor) - amount * BigInt(rule.rateBps));
        return doubled > -10_000n && doubled <= 10_000n;
      }),
    );
  });
  it("grows with the amount", () => {
    fc.assert(fc.property(rules, amounts, amounts, (rule, left, right) => (left <= right ? feeOn(rule, left) <= feeOn(rule, right) : true)));
  });
  it("keeps within its bounds", () => {
    fc.assert(
      fc.property(rules, amounts, fc.bigInt({ min: 0n, max: 500n }), fc.bigInt({ min: 501n, max: 5000n }), (rule, amount, min, max) => {
        const fee = feeOn({ ...rule, minMinor: min, maxMinor: max }, amount);
        return fee >= min && fee <= max;
      }),
    );
  });
});

describe("bounds of a fee", () => {
  const rule: FeeRule = { rateBps: 100, fixedMinor: 0n, minMinor: 50n, maxMinor: 200n };
  it("move a fee that is beyond them, and leave one between them as it is", () => {
    expect([1_000n, 5_000n, 10_000n, 20_000n, 50_000n].map((on) => feeOn(rule, on))).toEqual([50n, 50n, 100n, 200n, 200n]);
  });
  it("hold on one side alone where the other has none", () => {
    expect([1_000n, 50_000n].map((on) => feeOn({ ...rule, minMinor: null }, on))).toEqual([10n, 200n]);
    expect([1_000n, 50_000n].map((on) => feeOn({ ...rule, maxMinor: null }, on))).toEqual([50n, 500n]);
  });
  it("and the rate stay as they are in a rule without tiers", () => {
    expect(flatRule(rule, 1n)).toEqual(rule);
  });
});

describe("feeFits", () => {
  const share: FeeRule = { rateBps: 150, fixedMinor: 0n, minMinor: null, maxMinor: null };
  it.each<[string, boolean, FeeRule]>([
    ["a share of the amount", true, share],
    ["all of the amount", true, { ...share, rateBps: 10_000 }],
    ["more than the amount", false, { ...share, rateBps: 10_100 }],
    ["a fixed part above the amount", false, { ...share, fixedMinor: 1_001n }],
    ["a fixed part that leaves nothing", true, { ...share, rateBps: 0, fixedMinor: 1_000n }],
    ["a least fee above the amount", false, { ...share, minMinor: 1_001n }],
    ["a tier above the amount", false, { ...share, tiers: [{ fromMinor: 1_000n, rateBps: 20_000, fixedMinor: 0n }] }],
    ["a tier that begins later", true, { ...share, tiers: [{ fromMinor: 1_001n, rateBps: 20_000, fixedMinor: 0n }] }],
    ["no tier in a list of them", true, { ...share, tiers: [] }],
  ])("says of %s at 10.00: %s", (_what, fits, rule) => {
    expect(feeFits(rule, 1_000n)).toBe(fits);
  });
  const bounds = fc.option(fc.bigInt({ min: 0n, max: 10_000n }), { nil: null });
  const part = { rateBps: fc.integer({ min: 0, max: 12_000 }), fixedMinor: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10_000n })) };
  const rule = fc.record({
    ...part,
    minMinor: bounds,
    maxMinor: bounds,
    tiers: fc.array(fc.record({ fromMinor: fc.bigInt({ min: 1n, max: 10_000n }), ...part }), { maxLength: 2 }),
  });
  it("says of every rule and amount whether the fee is above the amount", () => {
    fc.assert(fc.property(rule, fc.bigInt({ min: 1n, max: 20_000n }), (of, amount) => feeFits(of, amount) === feeOn(of, amount) <= amount));
  });
});

describe("amounts as people write them", () => {
  it.each(["1170.33", "1,170.33", "৳1170.33", "Tk. 1,170.33", "BDT 1,170.33", "1170.33 taka", "１１７０.３３", "১,১৭০.৩৩", " 1170.33 "])(
    "reads %s",
    (written) => {
      expect(readAmount(written)).toBe(117_033n);
    },
  );

  it.each<[string, bigint]>([
    ["12,170.33", 1_217_033n],
    ["1,170", 117_000n],
    ["12,34,567.00", 123_456_700n],
    ["1,234,567", 123_456_700n],
    ["Tk 5", 500n],
    ["5tk.", 500n],
    ["5 tk", 500n],
    ["5  টাকা", 500n],
  ])("reads %s", (written, minor) => {
    expect(readAmount(written)).toBe(minor);
  });

  it.each(["", "৳", "1.170,33", "1170,330", "1,170,33", "1,2,345", "1,ab,345", "5tk70", "taka", "11,70", "0171", "1e3", "-5", "12 34", "abc"])(
    "reads no amount in %s",
    (written) => {
      expect(readAmount(written)).toBeNull();
    },
  );
});

describe("a sum in a text", () => {
  it.each([
    "5.00",
    "1170.33",
    "1 170.33",
    "1,170",
    "12,34,567",
    "1,170.33",
    "১,১৭০.৩৩",
    "৳500",
    "500৳",
    "BDT 500",
    "500 taka",
    "-5.00",
    "- 5.00",
    "+5.00",
    "−5.00",
    "5.00-",
    "5.00 −",
    "(5.00)",
    "( 5.00 )",
    "(BDT 500)",
    "-BDT 500",
    "BDT -5.00",
    "BDT (5.00)",
    "5.00 Dr",
    "5.00 CR.",
    "BDT 500 dr",
  ])("is %s", (cell) => {
    expect(isWrittenSum(cell)).toBe(true);
  });

  it.each([
    "",
    "৳",
    "500",
    "TK500",
    "01712345678",
    "5.0",
    "5.123",
    "a5.00",
    "5.00a",
    "5-5.00",
    "BDT a12",
    "BDT 12a",
    "500 Dr",
    "500 Mr",
    "5.00 Mr",
    "abc",
    "Tk soon",
  ])("is not %j, which may be the number or the name of something", (cell) => {
    expect(isWrittenSum(cell)).toBe(false);
  });
});

describe("an amount that we wrote", () => {
  it("is read with its sign", () => {
    expect(["1250.00", "-0.05", "0.00", "-1234567.50"].map(minorOf)).toEqual([125_000n, -5n, 0n, -123_456_750n]);
    fc.assert(fc.property(amounts, (minor) => minorOf(formatAmount(minor)) === minor && minorOf(formatAmount(-minor)) === -minor));
  });

  it("is off where it is known and not zero", () => {
    expect(["0.01", "-5.00", "10.00"].map(isOff)).toEqual([true, true, true]);
    expect([null, undefined, "0.00", "0", "-0.00", ""].map(isOff)).toEqual([false, false, false, false, false, false]);
  });

  it.each([
    ["0.00", "0.00"],
    ["999.00", "999.00"],
    ["1000.05", "1,000.05"],
    ["-12.30", "−12.30"],
    ["-123456.78", "−123,456.78"],
    ["-1234567.50", "−1,234,567.50"],
    ["9999999999999.99", "9,999,999,999,999.99"],
  ])("%s is shown as %s", (amount, shown) => {
    expect(grouped(amount)).toBe(shown);
  });
});
