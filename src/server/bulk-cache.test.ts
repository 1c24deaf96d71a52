import { describe, expect, it } from "vitest";
import { BulkCache } from "./bulk-cache.ts";

describe("rows kept for a moment", () => {
  it("are loaded together, once", async () => {
    const loads: string[][] = [];
    const cache = new BulkCache(async (keys) => {
      loads.push([...keys]);
      return new Map(keys.filter((key) => key !== "none").map((key) => [key, key.toUpperCase()]));
    });
    expect(await Promise.all(["a", "b", "none", "a"].map((key) => cache.get(key)))).toEqual(["A", "B", null, "A"]);
    expect(loads).toEqual([["a", "b", "none"]]);
    expect(await cache.get("b")).toBe("B");
    expect(loads).toHaveLength(1);
  });
  it("are refreshed together when one is too old", async () => {
    let version = 0;
    let clock = 0;
    const loads: string[][] = [];
    const cache = new BulkCache(
      async (keys) => {
        version += 1;
        loads.push([...keys].sort());
        return new Map(keys.map((key) => [key, version]));
      },
      20,
      100,
      () => clock,
    );
    await Promise.all([cache.get("a"), cache.get("b")]);
    clock = 25;
    expect(await cache.get("a")).toBe(2);
    expect(await cache.get("b")).toBe(2);
    expect(loads).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
  });
  it("are forgotten on demand, and a failed load fails its callers only", async () => {
    let broken = true;
    const cache = new BulkCache<number>(async (keys) => {
      if (broken) throw new Error("no database");
      return new Map(keys.map((key) => [key, 1]));
    });
    await expect(cache.get("a")).rejects.toThrow("no database");
    broken = false;
    expect(await cache.get("a")).toBe(1);
    cache.clear();
    expect(await cache.get("a")).toBe(1);
  });
});
