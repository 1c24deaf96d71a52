import { describe, expect, it } from "vitest";
import { amountChange, pointsChange, relativeChange } from "./compare.ts";

describe("against yesterday", () => {
  it("says how much and which way", () => {
    expect(amountChange("1284652.50", "1190020.00")).toEqual({ direction: "up", by: "8.0%" });
    expect(relativeChange(38_000, 41_000)).toEqual({ direction: "down", by: "7.3%" });
    expect(pointsChange(9112, 9189)).toEqual({ direction: "down", by: "0.8" });
  });
  it("says whole percent, in groups, of what has grown many times over", () => {
    expect(amountChange("1527457.07", "2800.00")).toEqual({ direction: "up", by: "54,452%" });
    expect(relativeChange(1099, 100)).toEqual({ direction: "up", by: "999.0%" });
    expect(relativeChange(1100, 100)).toEqual({ direction: "up", by: "1,000%" });
  });
  it("says nothing where there is nothing to compare", () => {
    expect(amountChange("5.00", "0.00").direction).toBe("none");
    expect(pointsChange(null, 9000).direction).toBe("none");
  });
  it("calls a change that rounds to nothing the same", () => {
    expect(amountChange("100000.01", "100000.00").direction).toBe("same");
    expect(pointsChange(9000, 9000).direction).toBe("same");
  });
});
