/** What is on its way while the address has not followed yet. */
import { describe, expect, it } from "vitest";
import { EMPTY_STATE, readAddress } from "./address.ts";
import { stillAsked, withKeptFilters, withoutDrawer } from "./use-list-state.ts";

const asked = (...searches: string[]) => searches.map((search) => ({ search, state: readAddress(new URLSearchParams(search), []) }));

describe("what was asked of the address", () => {
  it("stays on its way until its own address stands, and with it goes what was asked before", () => {
    const two = asked("?open=A", "?open=B");
    expect(stillAsked(two, "?open=A")).toEqual([two[1]]);
    expect(stillAsked(two, "?open=B")).toEqual([]);
  });
  it("is dropped when the address goes elsewhere", () => {
    expect(stillAsked(asked("?open=A", "?open=B"), "")).toEqual([]);
  });
});

describe("a state after another one", () => {
  const before = { ...EMPTY_STATE, filters: { status: "review" } };
  it("keeps the filters while they say the same", () => {
    const now = withKeptFilters(before, { ...before, open: "P1", filters: { status: "review" } });
    expect([now.open, now.filters === before.filters]).toEqual(["P1", true]);
    for (const filters of [{}, { status: "pending" }, { status: "review", operator: "bkash" }] as Record<string, string>[])
      expect(withKeptFilters(before, { ...before, filters }).filters).toBe(filters);
  });
  it("without its drawer is the same while only the drawer changes", () => {
    expect(withoutDrawer(before, { ...before, open: "P1" })).toBe(before);
    expect(withoutDrawer(before, { ...before, open: "P1", q: "x" })).toEqual({ ...before, q: "x" });
  });
});
