/** What is on its way while the address has not followed yet. */
import { describe, expect, it } from "vitest";
import { readAddress } from "./address.ts";
import { stillAsked } from "./use-list-state.ts";

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
