import { describe, expect, it } from "vitest";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import { amountBps, countBps, usageOf, usageTone } from "./usage.ts";

const used = (amount: string, count: number) => ({ amount, count });
// Only what usageOf reads.
const wallet = (part: Partial<WalletRow>): WalletRow =>
  ({
    daily_max: null,
    month_max: null,
    daily_count_max: null,
    month_count_max: null,
    today: used("0.00", 0),
    today_out: used("0.00", 0),
    month: used("0.00", 0),
    month_out: used("0.00", 0),
    ...part,
  }) as WalletRow;

describe("the share of a limit", () => {
  it("is none where there is no limit", () => {
    expect(amountBps("500.00", null)).toBeNull();
    expect(countBps(5, null)).toBeNull();
  });

  it("is rounded down, so that 100 % means full, but never to nothing", () => {
    expect(amountBps("29999.99", "30000.00")).toBe(9999);
    expect(amountBps("30000.00", "30000.00")).toBe(10_000);
    expect(countBps(49, 50)).toBe(9800);
    expect([amountBps("1.00", "1000000.00"), amountBps("0.00", "1000000.00"), countBps(1, 50_000), countBps(0, 50_000)]).toEqual([1, 0, 1, 0]);
  });

  it("goes above 100 % when money arrived anyway, and is full under a limit of nothing", () => {
    expect(amountBps("36000.00", "30000.00")).toBe(12_000);
    expect(amountBps("0.00", "0.00")).toBe(10_000);
  });
});

describe("a wallet's use", () => {
  it("counts each direction for itself against the same limits", () => {
    const [incoming, outgoing] = usageOf(wallet({ daily_max: "1000.00", today: used("250.00", 3), today_out: used("900.00", 1) }), "today");
    expect(incoming).toMatchObject({ direction: "in", usedBps: 2500, amountLimit: "1000.00" });
    expect(outgoing).toMatchObject({ direction: "out", usedBps: 9000, count: 1 });
  });

  it("takes the limit that is nearer: amount or number", () => {
    const [incoming] = usageOf(wallet({ month_max: "1000.00", month_count_max: 4, month: used("100.00", 3) }), "month");
    expect(incoming.usedBps).toBe(7500);
  });

  it("asks for attention from the share on that the configuration has", () => {
    const tones = (percent: number) => [null, 4999, 5000, 8999, 9000, 9999, 10_000, 14_000].map((used) => usageTone(used, percent));
    expect(tones(90)).toEqual(["busy", "busy", "busy", "busy", "ask", "ask", "bad", "bad"]);
    expect(tones(50)).toEqual(["busy", "busy", "ask", "ask", "ask", "ask", "bad", "bad"]);
  });
});
