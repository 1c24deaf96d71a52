/** What may be meant by what is being typed: fields, then their values, with the text that takes it. Pure. */
import { type ChipField, chipWord, DATE_VALUES, folded, type Typing } from "../../../contract/chips.ts";

export interface Suggestion {
  readonly id: string;
  /** What is shown. */
  readonly label: string;
  /** Behind it, quieter. */
  readonly hint?: string;
  /** Takes the place of what is being typed. */
  readonly insert: string;
  /** Complete: it is applied at once. */
  readonly complete: boolean;
}

/** How a field and a value are called in the language that is shown. */
export interface Names {
  readonly field: (field: ChipField) => string;
  readonly value: (field: ChipField, value: string) => string;
}
const SHOWN = 8;
/** Ways to write an amount, as examples that begin one. */
const AMOUNTS = [">", "<", "100..500"];

const begins = (words: readonly string[], typed: string): boolean => {
  const text = folded(typed);
  return words.some((word) => folded(word).startsWith(text));
};

/** Fields whose name begins so; all of them where nothing is typed. */
export function fieldSuggestions(fields: readonly ChipField[], typed: string, names: Names): Suggestion[] {
  return fields
    .filter((field) => typed === "" || begins([names.field(field), field.name, ...field.words], typed))
    .slice(0, SHOWN)
    .map((field) => ({ id: `f:${field.name}`, label: `${names.field(field)}:`, hint: `${field.name}:`, insert: `${field.name}:`, complete: false }));
}

/** Values that a field may take; those of a look-up come from elsewhere. */
export function valueSuggestions({ field, typed }: Extract<Typing, { kind: "value" }>, names: Names): Suggestion[] {
  const offered = (value: string): Suggestion => ({
    id: `v:${value}`,
    label: names.value(field, value),
    hint: value,
    insert: chipWord(field.name, value),
    complete: true,
  });
  switch (field.kind) {
    case "choice": {
      // Of several values, the last one is being typed.
      const cut = field.multiple ? Math.max(typed.lastIndexOf(","), typed.lastIndexOf("，")) + 1 : 0;
      const head = typed.slice(0, cut);
      const words = (one: { value: string; words: readonly string[] }): string[] => [one.value, ...one.words, names.value(field, one.value)];
      return field.values
        .filter((one) => !one.unoffered && begins(words(one), typed.slice(cut)) && !head.split(/[,，]/u).includes(one.value))
        .slice(0, SHOWN + 4)
        .map((one) => ({ ...offered(one.value), insert: chipWord(field.name, `${head}${one.value}`) }));
    }
    case "dates":
      return DATE_VALUES.filter((one) => begins([one.value, ...one.words, names.value(field, one.value)], typed)).map((one) => offered(one.value));
    case "amount":
      return typed === ""
        ? AMOUNTS.map((text) => ({ id: `a:${text}`, label: `${names.field(field)} ${text}`, insert: `${field.name}:${text}`, complete: false }))
        : [];
    case "lookup":
    case "text":
      return [];
  }
}
