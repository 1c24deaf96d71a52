import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  businessDay,
  businessDayStart,
  DATE_PRESETS,
  formatDate,
  formatDateTime,
  isDay,
  isoInstant,
  parseRangeEnd,
  presetRange,
  ROLLING_PRESETS,
  readDateTime,
} from "./time.ts";

const at = (text: string): number => Date.parse(text);

describe("business days", () => {
  it("turn at midnight in Shanghai", () => {
    expect(businessDay(at("2026-11-20T15:59:59.999Z"))).toBe("2026-11-20");
    expect(businessDay(at("2026-11-20T16:00:00Z"))).toBe("2026-11-21");
  });
  it("start where the day before ends", () => {
    fc.assert(
      fc.property(fc.integer({ min: at("2020-01-01T00:00:00Z"), max: at("2040-01-01T00:00:00Z") }), (ms) => {
        const day = businessDay(ms);
        return businessDayStart(day) <= ms && ms < businessDayStart(addDays(day, 1));
      }),
    );
  });
  it("reads a day as midnight Shanghai, both ends included", () => {
    expect(parseRangeEnd("2026-11-21", "from")).toBe(at("2026-11-20T16:00:00Z"));
    expect(parseRangeEnd("2026-11-21", "to")).toBe(at("2026-11-21T16:00:00Z"));
    expect(parseRangeEnd("2026-11-21T10:00:00Z", "from")).toBe(at("2026-11-21T10:00:00Z"));
  });
  it.each(["2026-02-29", "2026-13-01", "21/11/2026", "", "2026-11-21T25:00:00Z", "now", "2026-11-21 10:00", "2026-02-30T00:00:00Z", "2026-11-21T24:00:00Z"])(
    "refuses %j",
    (text) => {
      expect(parseRangeEnd(text, "from")).toBeNull();
    },
  );
  it("reads the first and the last day that can be written", () => {
    expect(parseRangeEnd("0000-01-01", "from")).toBe(Date.UTC(2000, 0, 1) - 730_485 * 86_400_000 - 28_800_000);
    expect(parseRangeEnd("9999-12-31", "to")).toBe(Date.UTC(9999, 11, 31, 16));
  });
  it("knows real days", () => {
    expect([isDay("2024-02-29"), isDay("2023-02-29"), isDay("2026-1-1")]).toEqual([true, false, false]);
  });
});

describe("presets", () => {
  // 2026-11-21 is a Saturday.
  const now = at("2026-11-21T02:00:00Z");
  it("give the six ranges, weeks beginning on Monday", () => {
    expect(DATE_PRESETS.map((preset) => presetRange(preset, now))).toEqual([
      { from: "2026-11-21", to: "2026-11-21" },
      { from: "2026-11-20", to: "2026-11-20" },
      { from: "2026-11-16", to: "2026-11-22" },
      { from: "2026-11-09", to: "2026-11-15" },
      { from: "2026-11-01", to: "2026-11-30" },
      { from: "2026-10-01", to: "2026-10-31" },
    ]);
  });
  it("give days that end today", () => {
    expect(ROLLING_PRESETS.map((preset) => presetRange(preset, now))).toEqual([
      { from: "2026-11-15", to: "2026-11-21" },
      { from: "2026-10-23", to: "2026-11-21" },
    ]);
  });
  it("hold at year and leap ends, and on a Sunday", () => {
    expect(presetRange("prev_month", at("2024-03-01T00:00:00Z"))).toEqual({ from: "2024-02-01", to: "2024-02-29" });
    expect(presetRange("prev_month", at("2026-01-15T00:00:00Z"))).toEqual({ from: "2025-12-01", to: "2025-12-31" });
    expect(presetRange("this_week", at("2026-11-22T03:00:00Z"))).toEqual({ from: "2026-11-16", to: "2026-11-22" });
  });
});

describe("display", () => {
  it("shows date and time in Shanghai, a date alone in UTC", () => {
    expect(formatDateTime("2026-11-20T16:05:00Z")).toBe("2026/11/21 00:05");
    expect(formatDate("2026-11-20T16:05:00Z")).toBe("2026/11/20");
  });
});

describe("a moment as it is typed", () => {
  const eight = Date.parse("2026-11-21T00:05:00Z");
  it.each(["2026/11/21 08:05", "2026-11-21 8:05", "2026-11-21T08:05", " 2026.11.21  08:05 ", "2026年11月21日 8:05", "２０２６／１１／２１　０８：０５"])(
    "reads %s in Shanghai",
    (typed) => {
      expect(readDateTime(typed)).toBe(eight);
    },
  );
  it("takes a day alone as its midnight", () => {
    expect(readDateTime("2026/1/5")).toBe(businessDayStart("2026-01-05"));
  });
  it.each(["", "tomorrow", "2026/13/01 00:30", "2026/02/30 00:30", "2026/11/21 24:00", "2026/11/21 08:60", "2026/11/21 8", "26/11/21 08:00"])(
    "refuses %j",
    (typed) => {
      expect(readDateTime(typed)).toBeNull();
    },
  );
  it("reads back whatever is shown, to the minute", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (ms) => {
        expect(readDateTime(formatDateTime(ms))).toBe(Math.floor(ms / 60_000) * 60_000);
      }),
    );
  });
});

describe("isoInstant", () => {
  const now = Date.parse("2026-11-25T01:00:00Z");
  const instants = fc.oneof(
    fc.integer({ min: -8.64e15, max: 8.64e15 }),
    fc.integer({ min: now, max: now + 120_000 }),
    fc.double({ min: -1e13, max: 1e13, noNaN: true }),
  );
  it("writes what a date writes, parts of a millisecond left out", () => {
    fc.assert(fc.property(instants, (ms) => isoInstant(ms) === new Date(ms).toISOString()));
    for (const ms of [0, -0.5, -1, 59_999, 59_999.9, 60_000, now + 72.719, 253_402_300_799_999, 253_402_300_800_000])
      expect(isoInstant(ms)).toBe(new Date(ms).toISOString());
  });
  it("throws where there is no such instant", () => {
    expect(() => isoInstant(Number.NaN)).toThrow(RangeError);
  });
});
