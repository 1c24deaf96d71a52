// @vitest-environment happy-dom
/** A column of states has room for each of its words, in both languages: a word cut off is none. */
import { beforeAll, describe, expect, it } from "vitest";
import { activate, startMessages } from "../i18n/index.ts";
import { text } from "../i18n/keys.ts";
import { LOCALES } from "../screens.ts";
import { LISTS } from "./lists.ts";

/** Cell padding, and the dot before a state with its gap (table.module.css, status.module.css). */
const FRAME = 24 + 14;
/** Advance widths of the tables' letters at 13 px, as they are drawn. */
const widthOf = (word: string): number => [...word].reduce((sum, sign) => sum + (sign >= "\u2e80" ? 13 : 6.8), 0);
/** Columns that draw a dot and a word, with filters of the same words. */
const STATES = ["status", "health", "notify", "chain"];

describe.each(LOCALES)("in %s", (locale) => {
  beforeAll(async () => {
    startMessages();
    await activate(locale, "rest", "seldom", "books");
  });

  it.each(Object.entries(LISTS))("%s", async (_name, place) => {
    const cut: string[] = [];
    for (const platform of [true, false]) {
      const spec = await place.load(platform);
      for (const filter of spec.filters) {
        if (filter.kind !== "tabs" && filter.kind !== "choice") continue;
        const column = spec.columns.find(({ id }) => STATES.includes(id) && (id === filter.key || (filter.kind === "tabs" && id === "status")));
        if (column === undefined) continue;
        for (const { value, label } of filter.options) {
          // Several states under one tab are no state of a row.
          if (value.includes(",") || typeof label !== "string") continue;
          const needs = widthOf(text(label)) + FRAME;
          if (needs > column.width) cut.push(`${column.id} “${text(label)}”: ${needs} of ${column.width}`);
        }
      }
    }
    expect(cut).toEqual([]);
  });
});
