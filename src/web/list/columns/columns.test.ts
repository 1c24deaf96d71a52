import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ColumnShape } from "../spec/index.ts";
import {
  fitted,
  GROWN_MAX,
  inView,
  layoutOf,
  readPrefs,
  underFilters,
  WIDTH_MAX,
  WIDTH_MIN,
  withMoved,
  withPinned,
  withVisible,
  withWidth,
} from "./columns.ts";

const columns: readonly ColumnShape[] = [
  { id: "id", width: 150, pinned: "left" },
  { id: "amount", width: 110 },
  { id: "fee", width: 90, defaultHidden: true },
  { id: "status", width: 100 },
  { id: "actions", width: 90, pinned: "right" },
];

describe("column layout", () => {
  it("is the list's own at first", () => {
    const layout = layoutOf(columns, {});
    expect(layout.columnOrder).toEqual(["id", "amount", "fee", "status", "actions"]);
    expect(layout.columnVisibility).toEqual({ id: true, amount: true, fee: false, status: true, actions: true });
    expect(layout.columnPinning).toEqual({ start: ["id"], end: ["actions"] });
  });

  it("never loses or doubles a column, whatever is stored", () => {
    const ids = fc.constantFrom("id", "amount", "fee", "status", "actions", "gone", "other");
    const list = fc.array(ids, { maxLength: 8 });
    fc.assert(
      fc.property(fc.record({ order: list, shown: list, hidden: list, pinned: list }), (stored) => {
        const layout = layoutOf(columns, readPrefs(stored));
        expect([...layout.columnOrder].sort()).toEqual(columns.map((column) => column.id).sort());
        expect(layout.columnVisibility.id && layout.columnVisibility.actions).toBe(true);
        expect(layout.columnPinning.start[0]).toBe("id");
        expect(new Set([...layout.columnPinning.start, ...layout.columnPinning.end]).size).toBe(
          layout.columnPinning.start.length + layout.columnPinning.end.length,
        );
      }),
    );
  });

  it("brings in view what a filter asks about, unless a person has hidden it", () => {
    const asking = columns.map((column) => (column.id === "fee" ? { ...column, shownUnder: { status: "review" } } : column));
    const shown = (filters: Record<string, string>, prefs = {}): boolean | undefined => layoutOf(underFilters(asking, filters), prefs).columnVisibility.fee;
    expect([shown({}), shown({ status: "pending" }), shown({ status: "review" })]).toEqual([false, false, true]);
    expect(shown({ status: "review" }, withVisible(underFilters(asking, { status: "review" }), {}, "fee", false))).toBe(false);
  });

  it("puts a column that came later after its neighbour, not at the end", () => {
    expect(layoutOf(columns, { order: ["id", "status", "amount", "actions"] }).columnOrder).toEqual(["id", "status", "amount", "fee", "actions"]);
  });
});

describe("what a row is about", () => {
  const list: readonly ColumnShape[] = [
    { id: "id", width: 130, pinned: "left" },
    { id: "merchant", width: 150 },
    { id: "amount", width: 110 },
    { id: "status", width: 100 },
    { id: "actions", width: 50, pinned: "right" },
  ];
  const order = (room: number, prefs = {}): string[] => inView(layoutOf(list, prefs), prefs, ["status", "amount"], room).columnOrder;

  it("keeps its place where it stands whole", () => {
    expect(order(130 + 50 + 150 + 110 + 100)).toEqual(["id", "merchant", "amount", "status", "actions"]);
  });

  it("comes first where the room ends before it", () => {
    expect(order(130 + 50 + 150 + 110 + 99)).toEqual(["id", "status", "amount", "merchant", "actions"]);
  });

  it("leaves alone what a person has ordered or hidden", () => {
    expect(order(300, { order: ["id", "merchant", "amount", "status", "actions"] })).toEqual(["id", "merchant", "amount", "status", "actions"]);
    expect(order(300, { hidden: ["status"] })).toEqual(["id", "amount", "merchant", "status", "actions"]);
    expect(inView(layoutOf(list, {}), {}, [], 300).columnOrder).toEqual(["id", "merchant", "amount", "status", "actions"]);
  });
});

describe("columns in the room that there is", () => {
  // id 150 and actions 90 are pinned; amount 110, status 100 and then 300 more are free.
  const many = [...columns, { id: "note", width: 300 }];
  const widths = (room: number, prefs = {}): Record<string, number> => fitted(many, layoutOf(many, prefs), prefs, room).columnSizing;

  it("stretch until the last one in view stands whole", () => {
    // fee is hidden and note does not fit: 60 px are shared by amount and status.
    expect(widths(150 + 90 + 210 + 61)).toMatchObject({ amount: 141, status: 130, note: 300, id: 150 });
  });

  it("stay where everything fits, where nothing does, and where a person has set them", () => {
    expect(widths(5000)).toEqual(widths(0));
    expect(widths(300)).toEqual(widths(0));
    expect(widths(150 + 90 + 210 + 60, { widths: { amount: 110 } })).toMatchObject({ amount: 110, status: 160 });
  });

  it("give the room to those that grow first, up to their most", () => {
    const growing = many.map((column) => (column.id === "amount" ? { ...column, grow: true } : column));
    const sizes = (room: number): Record<string, number> => fitted(growing, layoutOf(growing, {}), {}, room).columnSizing;
    expect(sizes(150 + 90 + 210 + 60)).toMatchObject({ amount: 170, status: 100 });
    expect(sizes(150 + 90 + 210 + 200)).toMatchObject({ amount: GROWN_MAX + 35, status: 135 });
    expect(sizes(5000)).toMatchObject({ amount: GROWN_MAX, status: 100, note: 300 });
  });

  it("never end in the middle of one, whatever the room", () => {
    fc.assert(
      fc.property(fc.integer({ min: 360, max: 1400 }), (room) => {
        const sizes = widths(room);
        let edge = room - 240;
        for (const id of ["amount", "status", "note"]) {
          if (edge <= 0) break;
          expect(sizes[id]).toBeLessThanOrEqual(edge);
          edge -= sizes[id] ?? 0;
        }
      }),
    );
  });
});

describe("changes by a person", () => {
  it("shows and hides, and keeps only differences", () => {
    const shown = withVisible(columns, {}, "fee", true);
    expect(layoutOf(columns, shown).columnVisibility.fee).toBe(true);
    expect(withVisible(columns, shown, "fee", false)).toEqual({});
    expect(layoutOf(columns, withVisible(columns, {}, "amount", false)).columnVisibility.amount).toBe(false);
  });

  it("moves among the others and stops at the ends", () => {
    expect(layoutOf(columns, withMoved(columns, {}, "status", -1)).columnOrder).toEqual(["id", "amount", "status", "fee", "actions"]);
    expect(layoutOf(columns, withMoved(columns, {}, "status", -99)).columnOrder[0]).toBe("status");
  });

  it("pins and lets go", () => {
    const pinned = withPinned({}, "status", true);
    expect(layoutOf(columns, pinned).columnPinning.start).toEqual(["id", "status"]);
    expect(withPinned(pinned, "status", false)).toEqual({});
  });

  it("keeps widths within bounds", () => {
    expect(withWidth({}, "amount", 5).widths?.amount).toBe(WIDTH_MIN);
    expect(withWidth({}, "amount", 5000).widths?.amount).toBe(WIDTH_MAX);
  });

  it.each([null, 5, "x", [], { order: [1] }, { widths: { a: "wide", b: Number.NaN } }, { size: 33 }])("ignores stored nonsense: %j", (stored) => {
    expect(readPrefs(stored)).toEqual({});
  });
});
