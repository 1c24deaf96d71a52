/** When exports are due: business days of Shanghai, which has no summer time, months of every length. */
import { describe, expect, it } from "vitest";
import { clockText, type Frequency, lastDue, nextDue, readClock } from "./exports.ts";

const at = (text: string): number => Date.parse(`${text}:00+08:00`);
const shown = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 16);
const daily: Frequency = { frequency: "daily", on: null, at: 8 * 60 };

describe("due", () => {
  it.each([
    ["daily, before and after", daily, "2026-03-10T07:59", "2026-03-10T08:00", "2026-03-09T08:00"],
    ["the very moment is the last one, and the next a day on", daily, "2026-03-10T08:00", "2026-03-11T08:00", "2026-03-10T08:00"],
    ["where summer time begins elsewhere, hours stay", daily, "2026-03-29T03:00", "2026-03-29T08:00", "2026-03-28T08:00"],
    ["at midnight the new day has begun", { ...daily, at: 0 }, "2026-03-10T23:59", "2026-03-11T00:00", "2026-03-10T00:00"],
    ["weekly, Monday is 1", { frequency: "weekly", on: 1, at: 0 }, "2026-03-10T00:00", "2026-03-16T00:00", "2026-03-09T00:00"],
    ["weekly, Sunday is 7", { frequency: "weekly", on: 7, at: 60 }, "2026-03-10T00:00", "2026-03-15T01:00", "2026-03-08T01:00"],
    ["monthly", { frequency: "monthly", on: 10, at: 60 }, "2026-03-10T00:30", "2026-03-10T01:00", "2026-02-10T01:00"],
    ["the 31st in a shorter month is its last day", { frequency: "monthly", on: 31, at: 0 }, "2026-02-10T00:00", "2026-02-28T00:00", "2026-01-31T00:00"],
    ["the 29th in a leap year", { frequency: "monthly", on: 29, at: 0 }, "2028-02-28T12:00", "2028-02-29T00:00", "2028-01-29T00:00"],
    ["the 30th is due once in a month of 31 days", { frequency: "monthly", on: 30, at: 0 }, "2026-03-30T00:00", "2026-04-30T00:00", "2026-03-30T00:00"],
  ] as const)("%s", (_what, frequency, now, next, last) => {
    expect([shown(nextDue(frequency, at(now))), shown(lastDue(frequency, at(now)))]).toEqual([next, last]);
  });

  it("goes from one moment to the next and back for years, without a day twice or left out", () => {
    for (const frequency of [daily, { frequency: "weekly", on: 3, at: 1439 }, { frequency: "monthly", on: 31, at: 1 }] as const)
      for (let ms = at("2026-01-01T00:00"), turn = 0; turn < 400; turn += 1) {
        const next = nextDue(frequency, ms);
        expect(lastDue(frequency, next)).toBe(next);
        if (turn > 0) expect(lastDue(frequency, next - 1)).toBe(ms);
        ms = next;
      }
  });
});

it("reads a time of the day and nothing else", () => {
  expect(["00:00", "08:05", "23:59"].map((text) => clockText(readClock(text) ?? -1))).toEqual(["00:00", "08:05", "23:59"]);
  expect(["24:00", "8:05", "08:60", "08:05:00", " 08:05", ""].map(readClock)).toEqual([null, null, null, null, null, null]);
});
