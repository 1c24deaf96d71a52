/** The fields that chips of a list can name, made from its filters: in the words of both languages, whichever is shown. */
import type { ChipField, ChipValue } from "../../../contract/chips.ts";
import type { Option } from "../../forms/option.ts";
import { LOCALES } from "../../../contract/locale.ts";
import { type MessageKey, textIn } from "../../i18n/keys.ts";
import { type ChoiceFilter, type FilterSpec, keysOf, offeredOptions, type TabsFilter } from "../spec/index.ts";

/** Every word of a message that has arrived. */
export type WordsOf = (key: MessageKey) => readonly string[];
export const inBothLanguages: WordsOf = (key) => LOCALES.flatMap((locale) => textIn(locale, key) ?? []);

/** Shorter than its key: how people name it. */
const nameOf = (filter: FilterSpec): string => (keysOf(filter)[0] ?? "").replace(/^min_/, "").replace(/_id$/, "");

const wordsOf = (option: Option, words: WordsOf): readonly string[] => (typeof option.label === "string" ? words(option.label) : [option.label.text]);

/** What no filter is, and every list has. */
const DATE: ChipField = { name: "date", words: ["日期", "时间", "day", "dates"], kind: "dates" };

function valuesOf(filter: TabsFilter | ChoiceFilter, words: WordsOf): ChipValue[] {
  const shown = filter.kind === "choice" ? offeredOptions(filter, "") : filter.options;
  return filter.options.map((option) => ({ value: option.value, words: wordsOf(option, words), ...(shown.includes(option) ? {} : { unoffered: true }) }));
}

/** Fields of filters, in the order of the bar; the dates last. */
export function fieldsOf(filters: readonly FilterSpec[], words: WordsOf): ChipField[] {
  const fields = filters.map((filter): ChipField => {
    const name = nameOf(filter);
    const common = { name, words: [...words(filter.label), ...keysOf(filter)] };
    switch (filter.kind) {
      case "tabs":
      case "choice":
        return {
          ...common,
          kind: "choice",
          multiple: filter.kind === "choice" && filter.multiple === true,
          values: valuesOf(filter, words),
        };
      case "amount":
      case "dates":
      case "lookup":
      case "text":
        return { ...common, kind: filter.kind };
    }
  });
  return [...fields, DATE];
}

/** The filter that a field was made from; undefined: the dates. */
export function filterOf(filters: readonly FilterSpec[], field: string): FilterSpec | undefined {
  return filters.find((filter) => nameOf(filter) === field);
}
