import { describe, expect, it } from "vitest";
import { businessDayStart } from "../../src/contract/time.ts";
import { dhakaHour, HistoryPlan } from "./plan.ts";

const END_MS = businessDayStart("2026-11-26") + 15 * 3_600_000;
const daysOf = (seed: string, days = 30) => [...new HistoryPlan(seed, days, END_MS).all()];
const all = daysOf("1");

describe("a month's plan", () => {
  it("is the same for the same seed, and another one for another", () => {
    expect(daysOf("1")).toEqual(all);
    expect(daysOf("2")[3]?.orders).not.toEqual(all[3]?.orders);
  });

  it("ends where it is told to, and every order lies in its day", () => {
    expect([all.length, all.at(-1)?.endMs, all[0]?.day, all.at(-1)?.day]).toEqual([31, END_MS, "2026-10-27", "2026-11-26"]);
    for (const { orders, payouts, startMs, endMs } of all) for (const { atMs } of [...orders, ...payouts]) expect(atMs >= startMs && atMs < endMs).toBe(true);
  });

  it("sleeps at night and is busiest in the evening", () => {
    const hours = Array.from({ length: 24 }, () => 0);
    for (const { orders } of all) for (const { atMs } of orders) hours[dhakaHour(atMs)] = (hours[dhakaHour(atMs)] ?? 0) + 1;
    expect(hours.indexOf(Math.max(...hours))).toBeGreaterThanOrEqual(18);
    expect((hours[3] ?? 0) * 10).toBeLessThan(hours[20] ?? 0);
  });

  it("is fuller on Fridays than on Mondays, and lets one merchant grow from a tenth to the largest", () => {
    const of = (weekday: number): number[] => all.slice(0, -1).flatMap(({ day, orders }) => (new Date(day).getUTCDay() === weekday ? [orders.length] : []));
    const mean = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0) / counts.length;
    expect(mean(of(5))).toBeGreaterThan(1.15 * mean(of(1)));
    const shares = (at: number): number[] => [0, 1, 2].map((merchant) => (all[at]?.orders ?? []).filter((order) => order.merchant === merchant).length);
    const [first, last] = [shares(0), shares(29)];
    expect((first[2] ?? 0) / first.reduce((sum, count) => sum + count, 0)).toBeLessThan(0.15);
    expect(last[2]).toBe(Math.max(...last));
  });

  it("has nothing but today where no days are asked for", () => {
    expect(daysOf("1", 0)).toHaveLength(1);
  });
});
