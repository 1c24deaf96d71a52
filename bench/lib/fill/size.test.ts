import { describe, expect, it } from "vitest";
import { monthsOf, partiesAt } from "./size.ts";

const TIMES = ["2026-11-25T12:00:00Z", "2026-11-30T16:00:00Z", "2026-12-31T15:59:59Z", "2027-03-01T00:05:00Z"].map((at) => Date.parse(at));

describe("orders of a filled database by month", () => {
  it.each([20_000, 1_000_003, 10_000_000])("adds up to %d, without a gap", (orders) => {
    for (const now of TIMES) {
      const months = monthsOf(orders, now);
      expect(months.reduce((sum, month) => sum + month.payments + month.payouts, 0)).toBe(orders);
      months.forEach((month, index) => {
        const before = months[index - 1];
        expect(month.firstPayment).toBe(before ? before.firstPayment + before.payments : 0);
        expect(month.firstPayout).toBe(before ? before.firstPayout + before.payouts : 0);
      });
      // Merchants have money before they pay out.
      expect(months[0]?.payouts).toBe(0);
    }
  });

  it("leaves room for what follows from a month's last orders, and makes none in the future", () => {
    for (const now of TIMES) {
      const months = monthsOf(1_000_000, now);
      months.forEach((month, index) => {
        const end = months[index + 1]?.startMs ?? now;
        if (month.payments > 0) expect(month.startMs + month.spanMs).toBeLessThanOrEqual(end - 15 * 60_000);
      });
      expect(new Set(months.map(({ name }) => name)).size).toBe(6);
      expect(partiesAt(now)).toBeLessThan(months[0]?.startMs ?? 0);
    }
  });
});
