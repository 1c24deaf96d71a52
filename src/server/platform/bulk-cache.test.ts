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
      { ttlMs: 20, now: () => clock },
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
  it("hold while the version stands, and are read anew once it moves", async () => {
    let clock = 0;
    let version = 1n;
    let asked = 0;
    const loads: string[][] = [];
    const cache = new BulkCache(
      async (keys) => {
        loads.push([...keys].sort());
        return new Map(keys.map((key) => [key, `${key}${version}`]));
      },
      {
        ttlMs: 20,
        now: () => clock,
        version: async () => {
          asked += 1;
          return version;
        },
      },
    );
    expect(await Promise.all([cache.get("a"), cache.get("b")])).toEqual(["a1", "b1"]);
    clock = 19;
    await cache.get("a");
    expect(asked).toBe(1);
    clock = 25;
    expect(await cache.get("a")).toBe("a1");
    expect([asked, loads.length]).toEqual([2, 1]);
    // What is not known yet is loaded alone.
    expect(await cache.get("c")).toBe("c1");
    expect(loads).toEqual([["a", "b"], ["c"]]);
    version = 2n;
    clock = 44;
    expect(await cache.get("a")).toBe("a1");
    clock = 50;
    expect(await Promise.all(["a", "b", "c"].map((key) => cache.get(key)))).toEqual(["a2", "b2", "c2"]);
    expect(loads.slice(2)).toEqual([["a", "b", "c"]]);
  });
  it("holds no longer than a value says", async () => {
    let clock = 0;
    let version = 0;
    const cache = new BulkCache(
      async (keys) => {
        version += 1;
        return new Map(keys.map((key) => [key, version]));
      },
      { ttlMs: 20, now: () => clock, version: async () => 1n, holdsMs: (value) => (value === 1 ? 50 : null) },
    );
    expect(await cache.get("a")).toBe(1);
    clock = 45;
    expect(await cache.get("a")).toBe(1);
    clock = 50;
    expect(await cache.get("a")).toBe(2);
    clock = 500;
    expect(await cache.get("a")).toBe(2);
  });
  it("never keeps under a new version what was read under an old one", async () => {
    let clock = 0;
    let version = 1n;
    let value = "old";
    const cache = new BulkCache(async (keys) => new Map(keys.map((key) => [key, value])), { ttlMs: 20, now: () => clock, version: async () => version });
    expect(await cache.get("a")).toBe("old");
    // Long unused, so it is not read again with the others.
    value = "new";
    version = 2n;
    clock = 1000;
    expect(await cache.get("b")).toBe("new");
    clock = 1001;
    expect(await cache.get("a")).toBe("new");
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
