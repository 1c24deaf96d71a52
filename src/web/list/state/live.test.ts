import { describe, expect, it } from "vitest";
import type { Page } from "../../../contract/envelope.ts";
import { isLeftOut, mergeInPlace, ONE_BY_ONE_MAX, wanted, withoutRow, withRow } from "./live.ts";

interface Row {
  readonly id: string;
  readonly version: number;
}
const row = (id: string, version = 1): Row => ({ id, version });
const page = (items: Row[], total = items.length): Page<Row> => ({
  items,
  next_cursor: "n",
  prev_cursor: null,
  total: { value: total, exact: true },
  sums: { amount: `${total}.00` },
});
const same = (a: Row, b: Row): boolean => a.version === b.version;

describe("a changed row", () => {
  it("takes its own place and leaves the others the same objects", () => {
    const shown = page([row("c"), row("b"), row("a")]);
    const next = withRow(shown, row("b", 2));
    expect(next.items.map((item) => item.id)).toEqual(["c", "b", "a"]);
    expect(next.items[1]?.version).toBe(2);
    expect(next.items[0]).toBe(shown.items[0]);
  });

  it("that is not on the screen changes nothing", () => {
    const shown = page([row("a")]);
    expect(withRow(shown, row("z"))).toBe(shown);
  });
});

describe("a row that the list leaves out from now on", () => {
  it("goes, and the total with it", () => {
    const shown = { ...page([row("a"), row("b")]), total: { value: 2, exact: true } };
    expect(withoutRow(shown, "b")).toMatchObject({ items: [{ id: "a" }], total: { value: 1, exact: true } });
    expect(withoutRow(shown, "z")).toBe(shown);
  });

  it.each([
    [{ deleted: true }, undefined, true],
    [{ deleted: true }, "with", false],
    [{ deleted: true }, "only", false],
    [{ deleted: false }, "only", true],
    [{ deleted: false }, undefined, false],
    [{ id: "a" }, undefined, false],
  ])("%j under deleted=%s: %s", (changed, filter, gone) => {
    expect(isLeftOut(changed, filter)).toBe(gone);
  });
});

describe("a fresh page", () => {
  it("counts new rows instead of showing them: 12 new", () => {
    const shown = page([row("b"), row("a")], 2);
    const news = Array.from({ length: 12 }, (_, index) => row(`n${index}`));
    const { page: next, unseen } = mergeInPlace(shown, page([...news, row("b", 2)], 14), same);
    expect(unseen).toBe(12);
    expect(next.items.map((item) => item.id)).toEqual(["b", "a"]);
    expect(next.items[0]?.version).toBe(2);
    expect(next.items[1]).toBe(shown.items[1]);
  });

  it("brings total and sums up to date and keeps the place in the pages", () => {
    const { page: next } = mergeInPlace({ ...page([row("a")], 1), next_cursor: "mine" }, { ...page([row("z")], 9), next_cursor: "theirs" }, same);
    expect(next).toMatchObject({ total: { value: 9 }, sums: { amount: "9.00" }, next_cursor: "mine" });
  });

  it("without a change keeps the very same rows", () => {
    const shown = page([row("a")]);
    expect(mergeInPlace(shown, page([row("a")]), same).page.items).toBe(shown.items);
  });
});

describe("events", () => {
  const shown = new Map<string, number | null>([
    ["a", 3],
    ["b", 1],
    ["j", null],
  ]);
  const event = (id: string, version: number, change: "created" | "changed" = "changed") => ({ id, version, change });

  it("fetches rows on the screen that may have changed, once each", () => {
    expect(wanted([event("a", 4), event("a", 5), event("b", 1)], shown, true)).toEqual({ rows: ["a", "b"], page: false });
  });

  it("passes over an older version than the one shown, and rows that never change", () => {
    expect(wanted([event("a", 2), event("j", 9)], shown, true)).toEqual({ rows: [], page: false });
  });

  it("asks the first page for what came in, and other pages for nothing", () => {
    expect(wanted([event("new", 1, "created")], shown, true)).toEqual({ rows: [], page: true });
    expect(wanted([event("new", 1, "created")], shown, false)).toEqual({ rows: [], page: false });
  });

  it("fetches the page when many rows changed", () => {
    const many = new Map(Array.from({ length: ONE_BY_ONE_MAX + 1 }, (_, index) => [`r${index}`, 1] as const));
    expect(
      wanted(
        [...many.keys()].map((id) => event(id, 2)),
        many,
        false,
      ),
    ).toEqual({ rows: [], page: true });
  });
});
