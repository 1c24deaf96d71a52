import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PAGE_SIZES } from "../../../contract/envelope.ts";
import { addDays, RELATIVE_DATES } from "../../../contract/time.ts";
import {
  activeTags,
  apiQuery,
  asksForView,
  EMPTY_STATE,
  isFiltered,
  type ListState,
  readAddress,
  SORTS,
  viewQuery,
  withChange,
  withFilter,
  withoutFilters,
  withoutTag,
  writeAddress,
} from "./address.ts";
import type { FilterSpec } from "../spec/index.ts";

const text = (value: string) => ({ value, label: { text: value } });
// Labels play no part in the codec, so plain texts stand in for message keys.
const filters: readonly FilterSpec[] = [
  { kind: "tabs", key: "status", label: "list.search", options: [text("review"), text("pending,review")] },
  { kind: "choice", key: "kind", label: "list.search", multiple: true, options: [text("a"), text("b"), text("c")] },
  { kind: "lookup", key: "merchant_id", label: "list.search", source: "merchants" },
  { kind: "amount", min: "min_amount", max: "max_amount", label: "list.search" },
  { kind: "text", key: "type", label: "list.search", maxLength: 10 },
];
const read = (query: string): ListState => readAddress(new URLSearchParams(query), filters);

const dayArb = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays("1990-01-01", count));
const datesArb = fc.oneof(
  fc.constant({ preset: null, from: null, to: null }),
  fc.constantFrom(...RELATIVE_DATES).map((preset) => ({ preset, from: null, to: null })),
  fc.tuple(dayArb, dayArb).map(([a, b]) => ({ preset: null, from: a < b ? a : b, to: a < b ? b : a })),
);
const valuesArb = fc.record(
  {
    status: fc.constantFrom("review", "pending,review"),
    kind: fc.subarray(["a", "b", "c"], { minLength: 1 }).map((parts) => parts.join(",")),
    merchant_id: fc.constant("M261121XY12AB34"),
    min_amount: fc.constantFrom("0.01", "100", "99.9"),
    type: fc.constant("x y&="),
  },
  { requiredKeys: [] },
);
const stateArb: fc.Arbitrary<ListState> = fc
  .record({
    q: fc.string({ maxLength: 40 }).map((value) => value.trim()),
    dates: datesArb,
    filters: valuesArb,
    size: fc.constantFrom(null, ...PAGE_SIZES),
    cursor: fc.constantFrom(null, "b1.abc-_~"),
    sort: fc.constantFrom(...SORTS),
    open: fc.constantFrom(null, "P261121XY12AB34"),
    view: fc.constantFrom(null, "V261121XY12AB34"),
  })
  .map(({ dates, ...rest }) => ({ ...rest, ...dates }));

describe("address of a list", () => {
  it("reads back what it writes, for any state", () => {
    fc.assert(
      fc.property(stateArb, (state) => {
        expect(read(writeAddress(state))).toEqual({ ...state, filters: { ...state.filters } });
      }),
    );
  });

  it("writes the same state as the same text, whatever order its filters were set in", () => {
    const one = withFilter(withFilter(EMPTY_STATE, "status", "review"), "kind", "a");
    const two = withFilter(withFilter(EMPTY_STATE, "kind", "a"), "status", "review");
    expect(writeAddress(one)).toBe(writeAddress(two));
    expect(writeAddress(EMPTY_STATE)).toBe("");
  });

  it.each([
    ["status=stolen", {}],
    ["kind=a,zz", {}],
    ["kind=a,a", {}],
    ["min_amount=-5", {}],
    ["min_amount=1e3", {}],
    ["merchant_id=%27%20or%201", {}],
    ["unknown=1", {}],
    ["type=12345678901", {}],
  ])("leaves out what is not a value of its filter: %s", (query, expected) => {
    expect(read(query).filters).toEqual(expected);
  });

  it("asks for what a view holds by its id alone, and for all rows once everything was taken from it", () => {
    const asked = (query: string): boolean => asksForView(new URLSearchParams(query), read(query));
    expect([asked("view=V1"), asked("view=V1&open=P1&size=50"), asked("view=V1&q=x"), asked("view=V1&sort=created_at"), asked("")]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    const emptied = writeAddress(withoutFilters({ ...EMPTY_STATE, view: "V1", q: "x" }));
    expect([emptied, asked(emptied)]).toEqual(["view=V1&all=1", false]);
  });

  it("never believes a size, sort, preset, day, cursor or id that cannot be", () => {
    expect(read("size=25&sort=amount&range=ever&from=2026-02-30&to=x&cursor=%3Cb%3E&open=a%20b")).toEqual(EMPTY_STATE);
  });

  it("lets a preset win over days and turns crossed days round", () => {
    expect(read("range=today&from=2026-01-01")).toMatchObject({ preset: "today", from: null });
    expect(read("from=2026-02-01&to=2026-01-01")).toMatchObject({ from: "2026-01-01", to: "2026-02-01" });
  });
});

describe("changes", () => {
  const paged: ListState = { ...EMPTY_STATE, cursor: "c1", open: "P1", filters: { status: "review" } };

  it("goes back to the first page when something else is asked for", () => {
    for (const change of [{ q: "x" }, { preset: "today" as const }, { size: 50 as const }, { sort: "created_at" as const }])
      expect(withChange(paged, change).cursor).toBeNull();
    expect(withFilter(paged, "kind", "a").cursor).toBeNull();
  });

  it("keeps the page when a drawer opens or closes", () => {
    expect(withChange(paged, { open: "P2" }).cursor).toBe("c1");
  });

  it("clears filters but not size, sort and drawer", () => {
    const cleared = withoutFilters({ ...paged, q: "x", preset: "today", size: 100, sort: "created_at" });
    expect(isFiltered(cleared)).toBe(false);
    expect(cleared).toMatchObject({ size: 100, sort: "created_at", open: "P1" });
  });

  it("keeps neither page nor drawer in a saved view", () => {
    expect(viewQuery({ ...paged, size: 200 })).toBe("status=review");
  });
});

describe("call behind a state", () => {
  const noon = Date.parse("2026-11-20T04:00:00Z"); // Friday noon in Shanghai

  it("counts presets in Shanghai days", () => {
    expect(apiQuery({ ...EMPTY_STATE, preset: "today" }, 20, noon)).toMatchObject({ from: "2026-11-20", to: "2026-11-20" });
    expect(apiQuery({ ...EMPTY_STATE, preset: "this_week" }, 20, noon)).toMatchObject({ from: "2026-11-16", to: "2026-11-22" });
    expect(apiQuery({ ...EMPTY_STATE, preset: "today" }, 20, Date.parse("2026-11-20T16:00:00Z"))).toMatchObject({ from: "2026-11-21" });
  });

  it("asks for newest first without saying so", () => {
    expect(apiQuery(EMPTY_STATE, 50, noon)).toEqual({ size: 50 });
  });
});

describe("tags", () => {
  it("has one for each filter in force and removes exactly that one", () => {
    const state = read("q=abc&range=today&status=review&min_amount=5&max_amount=9");
    const tags = activeTags(state, filters);
    expect(tags.map((tag) => tag.id)).toEqual(["q", "dates", "status", "min_amount+max_amount"]);
    for (const tag of tags)
      expect(activeTags(withoutTag(state, tag), filters).map((left) => left.id)).toEqual(tags.filter((other) => other !== tag).map((other) => other.id));
  });
});
