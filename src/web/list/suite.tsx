/** The suite that every list's description passes. A list's test is `testList(spec, [row, …])`. */
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import { activate, startMessages } from "../i18n/index.ts";
import { type MessageKey, text } from "../i18n/keys.ts";
import { first as enFirst } from "../i18n/en/first.ts";
import { rest as enRest } from "../i18n/en/rest.ts";
import { seldom as enSeldom } from "../i18n/en/seldom.ts";
import { first as zhFirst } from "../i18n/zh/first.ts";
import { rest as zhRest } from "../i18n/zh/rest.ts";
import { seldom as zhSeldom } from "../i18n/zh/seldom.ts";
import { LOCALES, type Locale } from "../screens.ts";
import { activeTags, EMPTY_STATE, readAddress, withFilter, withoutTag, writeAddress } from "./state/index.ts";
import { layoutOf } from "./columns/index.ts";
import { type FilterSpec, type HasId, isValueOf, keysOf, type ListSpec } from "./spec/index.ts";

const MESSAGES: Record<Locale, readonly object[]> = { zh: [zhFirst, zhRest, zhSeldom], en: [enFirst, enRest, enSeldom] };

/** A message by its key; an area may stand in several parts. */
function message(locale: Locale, key: string): unknown {
  const inPart = (part: object): unknown =>
    key.split(".").reduce<unknown>((node, name) => (typeof node === "object" && node !== null ? (node as Record<string, unknown>)[name] : undefined), part); // walked by name
  return MESSAGES[locale].map(inPart).find((found) => found !== undefined);
}

/** Values that a person can choose for a filter. */
function examples(filter: FilterSpec): Record<string, string> {
  switch (filter.kind) {
    case "tabs":
      return { [filter.key]: filter.options[0]?.value ?? "" };
    case "choice":
      return {
        [filter.key]: filter.multiple
          ? filter.options
              .slice(0, 3)
              .map((option) => option.value)
              .join(",")
          : (filter.options.at(-1)?.value ?? ""),
      };
    case "lookup":
      return { [filter.key]: "M261121XY12AB34" };
    case "amount":
      return { [filter.min]: "0.50", [filter.max]: "25000" };
    case "dates":
      return { [filter.key]: "2026-11-01..2026-11-07" };
    case "text":
      return { [filter.key]: "P261121XY12AB34".slice(0, filter.maxLength) };
  }
}

function labels<Row extends HasId, Detail extends Row>(spec: ListSpec<Row, Detail>): MessageKey[] {
  const ofFilters = spec.filters.flatMap((filter) => [
    filter.label,
    ...("options" in filter ? filter.options.flatMap((option) => (typeof option.label === "string" ? [option.label] : [])) : []),
  ]);
  const ofActions = [...(spec.actions ?? []).flatMap((action) => [action.label, action.done]), ...(spec.bulk ?? []).map((act) => act.label)];
  return [
    spec.title,
    spec.searchHint,
    spec.empty,
    ...(spec.firstStep ? [spec.firstStep.text] : []),
    ...spec.columns.map((column) => column.header),
    ...ofFilters,
    ...ofActions,
  ];
}

/** What no column shows: what may be done, and in which version; ids stand behind the names of what they are of. */
const UNSEEN = /^(?:actions|version|\w+_id)$/;

/** Fields of the rows that no column reads. */
function unshown<Row extends HasId, Detail extends Row>(spec: ListSpec<Row, Detail>, rows: readonly Row[]): string[] {
  const read = new Set<PropertyKey>(["id"]);
  const tools = { t: text, locale: "en" as const, currency: "BDT" };
  for (const row of rows) {
    const watched = new Proxy(row, { get: (target, key, self) => (read.add(key), Reflect.get(target, key, self) as unknown) });
    for (const column of spec.columns) renderToStaticMarkup(<MemoryRouter>{column.render(watched, tools)}</MemoryRouter>);
  }
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !read.has(key) && !UNSEEN.test(key)).sort();
}

/**
 * Runs the suite.
 * @param rows examples of what the server sends, at least one for each shape (absent values too)
 * @param elsewhere fields that no column shows: acts, the drawer or what the status waits for say them
 */
export function testList<Row extends HasId, Detail extends Row>(
  spec: ListSpec<Row, Detail>,
  rows: readonly NoInfer<Row>[],
  elsewhere: readonly (keyof NoInfer<Row> & string)[] = [],
): void {
  describe(`list ${spec.name}`, () => {
    it.each(LOCALES)("has every word in %s", (locale) => {
      expect(labels(spec).filter((key) => typeof message(locale, key) !== "string")).toEqual([]);
    });

    it("has columns with ids of their own, the id first and in view", () => {
      const ids = spec.columns.map((column) => column.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(spec.columns[0]).toMatchObject({ id: "id", pinned: "left" });
      expect(layoutOf(spec.columns, {}).columnPinning.start).toEqual(["id"]);
      expect(ids).toContain(spec.sortColumn ?? "created_at");
    });

    it("names each sum like the field of the rows that it adds up", () => {
      for (const { sum } of spec.columns.filter((column) => column.sum !== undefined)) for (const row of rows) expect(Object.keys(row), sum).toContain(sum);
    });

    it("shows each field of its rows in a column, or names it as one that is shown elsewhere", async () => {
      startMessages();
      await activate("en", "rest", "seldom");
      expect(unshown(spec, rows)).toEqual([...elsewhere].sort());
    });

    it("sets amounts and sums right", () => {
      expect(spec.columns.filter((column) => (column.money || column.sum !== undefined) && column.align !== "right").map((column) => column.id)).toEqual([]);
    });

    it("has cards made of its columns", () => {
      const ids = new Set(spec.columns.map((column) => column.id));
      expect([spec.card.status, spec.card.amount, ...spec.card.lines].filter((id) => id !== undefined && !ids.has(id))).toEqual([]);
    });

    it("has filters that no other filter and no part of the address collides with", () => {
      const keys = spec.filters.flatMap((filter) => keysOf(filter));
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.filter((key) => ["q", "range", "from", "to", "size", "sort", "cursor", "open"].includes(key))).toEqual([]);
      expect(spec.filters.filter((filter) => filter.kind === "tabs").length).toBeLessThanOrEqual(1);
    });

    it("carries every filter through the address and back, and a tag takes it off again", () => {
      for (const filter of spec.filters) {
        const values = examples(filter);
        for (const value of Object.values(values)) expect(isValueOf(filter, value)).toBe(true);
        const state = Object.entries(values).reduce((next, [key, value]) => withFilter(next, key, value), EMPTY_STATE);
        const back = readAddress(new URLSearchParams(writeAddress(state)), spec.filters);
        expect(back.filters).toEqual(values);
        const [tag] = activeTags(back, spec.filters);
        expect(tag && withoutTag(back, tag)).toEqual(EMPTY_STATE);
      }
    });

    it("believes no value that a filter does not offer", () => {
      for (const filter of spec.filters)
        for (const key of keysOf(filter)) expect(readAddress(new URLSearchParams({ [key]: "<no such value>".repeat(10) }), spec.filters).filters).toEqual({});
    });

    it("gives each act exactly one way to be done", () => {
      expect((spec.actions ?? []).filter((action) => (action.form === undefined) === (action.run === undefined)).map((action) => action.id)).toEqual([]);
      expect(
        (spec.actions ?? []).filter((action) => action.danger && action.form === undefined && action.confirm === undefined).map((action) => action.id),
      ).toEqual([]);
    });

    testCells(spec, rows);
  });
}

function testCells<Row extends HasId, Detail extends Row>(spec: ListSpec<Row, Detail>, rows: readonly Row[]): void {
  describe.each(LOCALES)("in %s", (locale) => {
    beforeAll(async () => {
      startMessages();
      await activate(locale, "rest", "seldom");
    });

    it("draws every cell and confirmation of every example in words", () => {
      expect(rows.length).toBeGreaterThan(0);
      const tools = { t: text, locale, currency: "BDT" };
      for (const row of rows) {
        for (const column of spec.columns) {
          const drawn = renderToStaticMarkup(<MemoryRouter>{column.render(row, tools)}</MemoryRouter>);
          // A message that is missing shows its key.
          expect(drawn, column.id).not.toMatch(/>(column|status|kind|action|notify)\.[a-z_]+</);
          if (locale === "en") expect(drawn.replace(/data-\w+="[^"]*"/g, ""), column.id).not.toMatch(/[\u3000-\u303f\uff00-\uffef]/);
        }
        for (const action of spec.actions ?? []) {
          const ask = action.confirm?.(row, tools);
          if (ask) expect(ask.title).toContain(row.id);
        }
        expect(() => spec.drawer.waiting?.(row, null, tools)).not.toThrow();
      }
    });
  });
}
