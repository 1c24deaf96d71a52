import { describe, expect, it } from "vitest";
import { ruleLines } from "./words.ts";

const t = ((key: string, values?: Record<string, string>) => [key, ...Object.values(values ?? {})].join(" ")) as never; // shows which message was chosen
const none = { rate_bps: 0, fixed: "0.00", min: null, max: null, tiers: [] };

describe("a fee rule in words", () => {
  it("is said as in the list of merchants: free, an amount for each order, a rate, or both", () => {
    const first = (rule: Partial<typeof none>): string | undefined => ruleLines({ ...none, ...rule }, t)[0];
    expect([first({}), first({ fixed: "5.00" }), first({ rate_bps: 85 }), first({ rate_bps: 85, fixed: "2.50" })]).toEqual([
      "merchants.fee.none",
      "merchants.fee.fixed 5.00",
      "0.85%",
      "fees.rule 0.85% 2.50",
    ]);
    expect(ruleLines({ ...none, min: "3.00" }, t)).toEqual(["0% · fees.bounds.min 3.00"]);
  });
});
