import { expect, it } from "vitest";
import type { Page } from "../../../contract/envelope.ts";
import { replaceRows, rowNow, rowsReplaced } from "./row-now.ts";

interface Row {
  readonly id: string;
  readonly version: number;
}
const row = (id: string, version = 1): Row => ({ id, version });
const total = { value: 2, exact: true };
const page = (...items: Row[]): Page<Row> => ({ items, next_cursor: "n", prev_cursor: null, total });

it("an object leads to the latest that took its place, and to itself where nothing did", () => {
  const [first, second, third] = [row("a"), row("a", 2), row("a", 3)];
  replaceRows([[first, second]]);
  replaceRows([[second, third]]);
  expect([rowNow(first), rowNow(second), rowNow(third)]).toEqual([third, third, third]);
  const other = row("b");
  expect(rowNow(other)).toBe(other);
});

it("an object that comes back is the latest again, and no way goes in a circle", () => {
  const [first, second] = [row("a"), row("a", 2)];
  replaceRows([[first, second]]);
  replaceRows([[second, first]]);
  expect([rowNow(first), rowNow(second)]).toEqual([first, first]);
});

it("names the rows that differ where nothing else does", () => {
  const [a, b, changed] = [row("a"), row("b"), row("b", 2)];
  expect(rowsReplaced(page(a, b), page(a, changed))).toEqual([[b, changed]]);
  expect(rowsReplaced(page(a, b), page(a, b))).toEqual([]);
});

it("says that the list is to be drawn when rows came, went or moved, or what stands around them differs", () => {
  const [a, b] = [row("a"), row("b")];
  const drawn = page(a, b);
  for (const now of [
    page(b, a),
    page(a),
    page(a, b, row("c")),
    page(a, row("z")),
    { ...drawn, total: { ...total } },
    { ...drawn, sums: null },
    { ...drawn, next_cursor: null },
    { ...drawn, prev_cursor: "p" },
  ])
    expect(rowsReplaced(drawn, now)).toBeNull();
});
