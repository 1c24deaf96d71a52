import { describe, expect, it } from "vitest";
import { diffOf } from "./diff.ts";

describe("the difference of an audit row", () => {
  it("names what changed and leaves out what did not", () => {
    expect(diffOf({ name: "A", enabled: true }, { name: "B", enabled: true })).toEqual([{ field: "name", before: "A", after: "B" }]);
  });

  it("begins with the state and ends with the version, however the row was stored", () => {
    const [before, after] = [
      { cost: null, status: "unknown", version: 4 },
      { cost: "5.00", status: "completed", version: 5 },
    ];
    expect(diffOf(before, after).map(({ field }) => field)).toEqual(["status", "cost", "version"]);
  });

  it("opens objects up, one line for each part that changed", () => {
    expect(diffOf({ payment_fee: { rate_bps: 150, fixed: "2.00" } }, { payment_fee: { rate_bps: 175, fixed: "2.00" } })).toEqual([
      { field: "payment_fee.rate_bps", before: 150, after: 175 },
    ]);
  });

  it("shows all of something new and all of something gone", () => {
    expect(diffOf(null, { name: "A", ip_whitelist: ["10.0.0.1"] })).toEqual([
      { field: "name", before: undefined, after: "A" },
      { field: "ip_whitelist", before: undefined, after: ["10.0.0.1"] },
    ]);
    expect(diffOf({ devices: ["G1"] }, null)).toEqual([{ field: "devices", before: ["G1"], after: undefined }]);
  });

  it("tells a list whose order changed from one that did not, and nothing from nothing", () => {
    expect(diffOf({ ips: ["a", "b"] }, { ips: ["b", "a"] })).toHaveLength(1);
    expect(diffOf(null, null)).toEqual([]);
    expect(diffOf(null, { sim: null })).toEqual([]);
    expect(diffOf({ merchant_id: null }, { merchant_id: null })).toEqual([]);
  });
});
