import { describe, expect, it } from "vitest";
import type { Page } from "../../../contract/envelope.ts";
import { mergeInPlace } from "./live.ts";
import { goesBack, isSearched, withMore } from "./search.ts";

interface Row {
  readonly id: string;
  readonly amount: string | null;
}
const row = (id: string, amount: string | null = "10.00"): Row => ({ id, amount });
const OCT = "2026-10-12T00:00:00.000Z";
const NOV = "2026-11-12T00:00:00.000Z";
const SEP = "2026-09-12T00:00:00.000Z";
/** What the server answers while it searches: one row, counted a little further than the page. */
const searching: Page<Row> = {
  items: [row("c")],
  next_cursor: "s1",
  prev_cursor: null,
  searched_back_to: NOV,
  search_cursor: "s1",
  total: { value: 2, exact: false, searched_back_to: OCT },
  sums: null,
  partial_sums: { values: { amount: "20.00" }, searched_back_to: OCT },
};
const more = (items: Row[], next: string | null, to: string | null): Page<Row> => ({
  items,
  next_cursor: next,
  prev_cursor: "p",
  ...(to === null ? {} : { searched_back_to: to, search_cursor: next }),
  total: { value: items.length, exact: false },
});

describe("a page that is searched for in parts", () => {
  it("takes further rows behind its own, and keeps the way back", () => {
    const page = withMore(searching, more([row("b")], "s2", SEP), true);
    expect(page.items.map(({ id }) => id)).toEqual(["c", "b"]);
    expect(page).toMatchObject({ next_cursor: "s2", prev_cursor: null, search_cursor: "s2", searched_back_to: SEP });
    expect(isSearched(page)).toBe(true);
  });

  it("says what the server counted until it has come further itself", () => {
    const near = withMore(searching, more([], "s2", "2026-11-01T00:00:00.000Z"), true);
    expect([near.total, near.partial_sums]).toEqual([searching.total, searching.partial_sums]);
    const far = withMore(near, more([row("b", "5.50"), row("a", null)], "s3", SEP), true);
    expect(far.total).toEqual({ value: 3, exact: false, searched_back_to: SEP });
    expect(far).toMatchObject({ sums: null, partial_sums: { values: { amount: "15.50" }, searched_back_to: SEP } });
  });

  it("counts and adds up all rows once everything has been searched", () => {
    const page = withMore(searching, more([row("b", "-2.00")], null, null), true);
    expect(page).toMatchObject({ total: { value: 2, exact: true }, sums: { amount: "8.00" }, next_cursor: null });
    expect(page.partial_sums).toBeUndefined();
    expect(isSearched(page)).toBe(false);
  });

  it("keeps exact sums that the server had", () => {
    const { partial_sums: _part, ...rest } = searching;
    expect(withMore({ ...rest, sums: { amount: "99.00" } }, more([], null, null), true).sums).toEqual({ amount: "99.00" });
    const { sums: _sums, ...without } = rest;
    expect("sums" in withMore(without, more([], null, null), true)).toBe(false);
  });

  it("counts no less than it shows once it is full", () => {
    const page = withMore(searching, more([row("b"), row("a")], "n", null), true);
    expect(page.total).toEqual({ value: 3, exact: false, searched_back_to: OCT });
  });

  it("is not counted from its rows where it is not the first", () => {
    const page = withMore({ ...searching, prev_cursor: "p0" }, more([row("b")], null, null), false);
    expect([page.total, page.partial_sums, page.prev_cursor]).toEqual([searching.total, searching.partial_sums, "p0"]);
  });

  it("takes further rows before its own where it was reached backwards", () => {
    const backwards = { ...searching, next_cursor: "n0", prev_cursor: "s1" };
    const page = withMore(backwards, { ...more([row("d")], null, null), prev_cursor: "s2", search_cursor: "s2", searched_back_to: NOV }, false);
    expect(page.items.map(({ id }) => id)).toEqual(["d", "c"]);
    expect(page).toMatchObject({ next_cursor: "n0", prev_cursor: "s2", search_cursor: "s2" });
    expect([goesBack(backwards, true), goesBack(backwards, false), goesBack(searching, true), goesBack(searching, false)]).toEqual([false, true, true, false]);
  });

  it("knows which way is further when the oldest come first", () => {
    const rising = { ...searching, searched_back_to: SEP, total: { value: 1, exact: false, searched_back_to: OCT } };
    expect(withMore(rising, more([row("d")], "s2", NOV), true).total).toEqual({ value: 2, exact: false, searched_back_to: NOV });
  });

  it("meets no row twice", () => {
    expect(withMore(searching, more([row("c"), row("b")], null, null), true).items).toHaveLength(2);
  });

  it("keeps what it has reached when its first part is read anew", () => {
    const done = withMore(searching, more([row("b")], null, null), true);
    const { page } = mergeInPlace(done, searching, (a, b) => a === b);
    expect([page.total, page.sums]).toEqual([done.total, done.sums]);
  });
});
