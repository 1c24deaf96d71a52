// @vitest-environment happy-dom
/** Words of filters: in each list every field, and every value of a field, is told from the others by its words, in the bar and as a chip. */
import { beforeAll, expect, it } from "vitest";
import { folded } from "../../contract/chips.ts";
import { LIST_NAMES } from "../../contract/lists.ts";
import { activate, startMessages } from "../i18n/index.ts";
import { fieldsOf, inBothLanguages } from "../list/search/fields.ts";
import { LISTS } from "./lists.ts";

beforeAll(async () => {
  startMessages();
  for (const locale of ["en", "zh"] as const) await activate(locale, "rest", "seldom");
});

interface Named {
  readonly name: string;
  readonly words: readonly string[];
}

/** Words that two of some names have. */
function shared(names: readonly Named[]): string[] {
  const first = new Map<string, string>();
  return names.flatMap(({ name, words }) =>
    [...new Set([name, ...words].map(folded))].flatMap((word) => {
      const before = first.get(word);
      first.set(word, name);
      return before === undefined ? [] : [`${word}: ${before}, ${name}`];
    }),
  );
}

it.each(LIST_NAMES)("are of one field, and of one value of it: %s", async (name) => {
  for (const platform of [true, false]) {
    const fields = fieldsOf((await LISTS[name].load(platform)).filters, inBothLanguages);
    const values = fields.flatMap((field) => (field.kind === "choice" ? shared(field.values.map(({ value, words }) => ({ name: value, words }))) : []));
    expect([...shared(fields), ...values]).toEqual([]);
  }
});
