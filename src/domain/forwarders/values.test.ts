import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { batteryOf, parseForm, simOf, stampMs } from "./values.ts";

describe("stamps", () => {
  test("a wall clock without a zone, words, negatives and absurd numbers are none", () => {
    for (const value of [
      "2026-11-21 09:00:00",
      "2026-11-21T09:00:00",
      "now",
      "",
      null,
      undefined,
      {},
      -5,
      0,
      7,
      1e15,
      "99999999999999",
      Number.NaN,
      "0000-01-01T00:00:00Z",
      "1969-12-31T23:59:59Z",
      "9999-12-31T23:59:59Z",
      "2026-02-30T00:00:00Z",
      "2026-02-29T09:00:00+06:00",
      "2026-11-21T24:00:00Z",
      "2026-11-21T24:00Z",
    ])
      expect(stampMs(value)).toBeNull();
  });
  test("milliseconds, seconds, digits, ISO with a zone", () => {
    expect(stampMs(1_795_230_000_123)).toBe(1_795_230_000_123);
    expect(stampMs(1_795_230_000)).toBe(1_795_230_000_000);
    expect(stampMs("1795230000123")).toBe(1_795_230_000_123);
    expect(stampMs("2026-11-21T09:00:00.000+06:00")).toBe(1_795_230_000_000);
    expect(stampMs("2026-11-21T03:00:00.123456789Z")).toBe(1_795_230_000_123);
  });
});

test("cards", () => {
  for (const value of ["", "undetected", "SIM", "SIM3_x", "12", 0, 3, null, "x SIM1"]) expect(simOf(value)).toBeNull();
  for (const value of ["sim1", "SIM1_bkash", "SIM 1", "1", 1]) expect(simOf(value)).toBe("sim1");
  for (const value of ["sim2", "SIM2_", "SIM-2 Nagad", "2", 2]) expect(simOf(value)).toBe("sim2");
});

test("charge levels", () => {
  for (const value of [-1, 101, "full", null, "101%"]) expect(batteryOf(value)).toBeNull();
  expect([batteryOf(0), batteryOf("55%"), batteryOf(99.6)]).toEqual([0, 55, 100]);
});

describe("forms", () => {
  test("a cut escape and bytes that are no UTF-8 are refused; the last of equal names wins", () => {
    expect(parseForm("a=%4")).toBeNull();
    expect(parseForm("a=%ff")).toBeNull();
    expect(parseForm("a=1&a=2&b&__proto__=x")).toEqual(
      Object.fromEntries([
        ["a", "2"],
        ["b", ""],
        ["__proto__", "x"],
      ]),
    );
  });
  test("property: reads what an encoder wrote", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1, unit: "binary" }), fc.string({ unit: "binary" })), (fields) => {
        expect({ ...parseForm(new URLSearchParams({ ...fields }).toString()) }).toEqual({ ...fields });
      }),
    );
  });
});
