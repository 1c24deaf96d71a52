import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BULK_MAX, coverage, NOTHING, refreshed, sumOf, toggled, toggledAll, withRange } from "./selection.ts";

const rows = Array.from({ length: 300 }, (_, index) => ({ id: `r${index}`, version: 1 }));
const page = rows.slice(0, 5);

describe("selection", () => {
  it("puts in and takes out", () => {
    const one = toggled(NOTHING, page[0] as (typeof rows)[0]);
    expect([...one.keys()]).toEqual(["r0"]);
    expect(toggled(one, page[0] as (typeof rows)[0]).size).toBe(0);
  });

  it("takes a whole page in or out and says how much of it is in", () => {
    const all = toggledAll(NOTHING, page);
    expect(coverage(all, page)).toBe("all");
    expect(coverage(all, rows)).toBe("some");
    expect(coverage(toggledAll(all, page), page)).toBe("none");
  });

  it("never holds more than one bulk call takes", () => {
    expect(toggledAll(NOTHING, rows).size).toBe(BULK_MAX);
    expect(withRange(NOTHING, rows, "r0", "r299").size).toBe(BULK_MAX);
    expect(toggled(toggledAll(NOTHING, rows), rows[250] as (typeof rows)[0]).size).toBe(BULK_MAX);
  });

  it("takes a range in either direction, and nothing from a row that is gone", () => {
    expect([...withRange(NOTHING, page, "r3", "r1").keys()]).toEqual(["r1", "r2", "r3"]);
    expect(withRange(NOTHING, page, "gone", "r1")).toBe(NOTHING);
  });

  it("acts on a changed row's present version", () => {
    const chosen = toggledAll(NOTHING, page);
    const newer = { id: "r1", version: 2 };
    expect(refreshed(chosen, [newer]).get("r1")?.version).toBe(2);
    expect(refreshed(chosen, page)).toBe(chosen);
  });
});

describe("sum", () => {
  it("is exact for any amounts", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -99_999_999_999n, max: 99_999_999_999n })), (minors) => {
        const written = minors.map(
          (minor) => `${minor < 0n ? "-" : ""}${(minor < 0n ? -minor : minor) / 100n}.${((minor < 0n ? -minor : minor) % 100n).toString().padStart(2, "0")}`,
        );
        const total = minors.reduce((sum, minor) => sum + minor, 0n);
        expect(BigInt(sumOf(written).replace(".", ""))).toBe(total);
      }),
    );
    expect(sumOf(["1.00", null, "0.10"])).toBe("1.10");
  });
});
