import { describe, expect, it } from "vitest";
import { placeOf, readTiers, ruleOf, ruleValues, tiersOf, tiersText } from "./values.ts";

const rule = { rate_bps: 150, fixed: "1.00", min: "2.00", max: null, tiers: [{ from_amount: "1000.00", rate_bps: 50, fixed: "0.00" }] };

describe("a fee rule in the form", () => {
  it("comes back as it went in", () => {
    expect(ruleOf(ruleValues(rule))).toEqual(rule);
    expect(ruleOf({})).toEqual({ rate_bps: 0, fixed: "0.00", min: null, max: null, tiers: [] });
    const typed = [
      { from: "1", rate: "", fixed: "" },
      { from: "", rate: "2", fixed: "3" },
    ];
    expect(tiersOf(tiersText(typed))).toEqual(typed);
    expect(tiersOf("")).toEqual([]);
  });

  it("is none while something cannot be read", () => {
    for (const values of [
      { rate: "101" },
      { rate: "1.555" },
      { fixed: "-1" },
      { min: "3", max: "2" },
      { tiers: "10\t1\t0\n10\t1\t0" },
      { tiers: "0\t1\t0" },
      { tiers: "10\t\t0" },
      { tiers: "x\t1\t0" },
    ])
      expect(ruleOf(values), JSON.stringify(values)).toBeNull();
    expect(readTiers("10\t1\t\n20\t0.5\t1")).toEqual([
      { from_amount: "10", rate_bps: 100, fixed: "0.00" },
      { from_amount: "20", rate_bps: 50, fixed: "1" },
    ]);
  });

  it("is for a direction and an operator", () => {
    expect(placeOf({ direction: "disburse", operator: "all" })).toEqual({ direction: "disburse", operator: null });
    expect(placeOf({ direction: "payment", operator: "nagad" })).toEqual({ direction: "payment", operator: "nagad" });
  });
});
