import { describe, expect, it } from "vitest";
import type { App } from "../../platform/context.ts";
import { lateSince, limitDay, usedOf } from "./limits.ts";

const today = { day: "2026-03-15", month: "2026-03-01" };
const row = { day: "2026-03-15", day_amount: 500n, day_count: 3, month: "2026-03-01", month_amount: 9_000n, month_count: 40 };
const none = { dayMinor: 0n, dayCount: 0, monthMinor: 0n, monthCount: 0 };

describe("what is used of a wallet's limits", () => {
  it("is what was counted today and this month", () => {
    expect(usedOf(row, today)).toEqual({ dayMinor: 500n, dayCount: 3, monthMinor: 9_000n, monthCount: 40 });
  });
  it("begins anew with the day and with the month", () => {
    expect(usedOf({ ...row, day: "2026-03-14" }, today)).toEqual({ dayMinor: 0n, dayCount: 0, monthMinor: 9_000n, monthCount: 40 });
    expect(usedOf({ ...row, day: "2026-02-28", month: "2026-02-01" }, today)).toEqual(none);
  });
  it("is nothing for a wallet that was never used", () => {
    expect([usedOf(null, today), usedOf(undefined, today)]).toEqual([none, none]);
    expect(usedOf({ ...row, day_amount: null, day_count: null, month_amount: null, month_count: null }, today)).toEqual(none);
  });
});

describe("the day of a limit", () => {
  it("is the operator's own, to the minute of its midnight", () => {
    expect(limitDay("bkash", Date.parse("2026-03-31T17:59:59.999Z"))).toEqual({ day: "2026-03-31", month: "2026-03-01" });
    expect(limitDay("bkash", Date.parse("2026-03-31T18:00:00Z"))).toEqual({ day: "2026-04-01", month: "2026-04-01" });
    expect(limitDay("mtn_rw", Date.parse("2026-03-31T21:59:59.999Z")).day).toBe("2026-03-31");
    expect(limitDay("mtn_rw", Date.parse("2026-03-31T22:00:00Z")).day).toBe("2026-04-01");
  });
});

it("an expired order holds its amount for the hours of a late message", () => {
  const app = { now: () => Date.parse("2026-03-15T10:00:00Z"), config: { current: { late_match_hours: 6 } } };
  expect(lateSince(app as unknown as App)).toBe("2026-03-15T04:00:00.000Z");
});
