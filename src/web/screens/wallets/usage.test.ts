import { describe, expect, it } from "vitest";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import { amountPercent, countPercent, usageOf, usageTone } from "./usage.ts";

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
    expect(amountPercent("500.00", null)).toBeNull();
    expect(countPercent(5, null)).toBeNull();
  });

  it("is rounded down, so that 100 means full", () => {
    expect(amountPercent("29999.99", "30000.00")).toBe(99);
    expect(amountPercent("30000.00", "30000.00")).toBe(100);
    expect(countPercent(49, 50)).toBe(98);
  });

  it("goes above 100 when money arrived anyway, and is full under a limit of nothing", () => {
    expect(amountPercent("36000.00", "30000.00")).toBe(120);
    expect(amountPercent("0.00", "0.00")).toBe(100);
  });
});

describe("a wallet's use", () => {
  it("counts each direction for itself against the same limits", () => {
    const [incoming, outgoing] = usageOf(wallet({ daily_max: "1000.00", today: used("250.00", 3), today_out: used("900.00", 1) }), "today");
    expect(incoming).toMatchObject({ direction: "in", percent: 25, amountLimit: "1000.00" });
    expect(outgoing).toMatchObject({ direction: "out", percent: 90, count: 1 });
  });

  it("takes the limit that is nearer: amount or number", () => {
    const [incoming] = usageOf(wallet({ month_max: "1000.00", month_count_max: 4, month: used("100.00", 3) }), "month");
    expect(incoming.percent).toBe(75);
  });

  it("asks for attention near the limit only", () => {
    expect([null, 89, 90, 99, 100, 140].map(usageTone)).toEqual(["busy", "busy", "ask", "ask", "bad", "bad"]);
  });
});
