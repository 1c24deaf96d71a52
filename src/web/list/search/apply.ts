/** What was typed into a list's search becomes its filters. Pure, but for names that have to be looked up. */
import { type Asks, asksWord, chipWord, type ChipField, folded, parseChips, type Part } from "../../../contract/chips.ts";
import type { Found } from "../../forms/find.ts";
import type { Lookup } from "../../forms/option.ts";
import { type FilterSpec, isValueOf } from "../spec/index.ts";
import { type ListState, withChange, withFilter } from "../state/index.ts";
import { filterOf } from "./fields.ts";

export interface Applied {
  readonly state: ListState;
  /** Stays in the box: words to look for, and what was not understood. */
  readonly left: string;
  /** What was not understood: said under the box. */
  readonly unclear: readonly Extract<Part, { kind: "unclear" | "unknown" }>[];
  /** Some of it became a filter. */
  readonly took: boolean;
}

/** Finds what a name means; more than one, or none: it is not clear. */
export type FindByName = (source: Lookup, name: string) => Promise<readonly Found[]>;

/** Days as one value of a filter. */
function spanOf(asks: Asks): string | null {
  if (asks.kind === "preset") return asks.preset;
  return asks.kind === "days" ? `${asks.from ?? ""}..${asks.to ?? ""}` : null;
}

/** The state with what a chip asks for; null: this list's filter does not take it. */
function withAsks(state: ListState, filter: FilterSpec | undefined, asks: Asks): ListState | null {
  if (filter === undefined) {
    if (asks.kind === "preset") return withChange(state, { preset: asks.preset, from: null, to: null });
    return asks.kind === "days" ? withChange(state, { preset: null, from: asks.from, to: asks.to }) : null;
  }
  if (filter.kind === "amount") return asks.kind === "amount" ? withFilter(withFilter(state, filter.min, asks.min), filter.max, asks.max) : null;
  const value = asks.kind === "values" ? asks.values.join(",") : asks.kind === "text" ? asks.text : filter.kind === "dates" ? spanOf(asks) : null;
  return value !== null && isValueOf(filter, value) ? withFilter(state, filter.key, value) : null;
}

async function idOf(source: Lookup, name: string, find: FindByName): Promise<string | null> {
  const found = await find(source, name).catch(() => []);
  const exact = found.filter((one) => one.value === name || folded(one.name) === folded(name));
  const [only, more] = exact.length > 0 ? exact : found;
  return only !== undefined && more === undefined ? only.value : null;
}

/** Applies parts to a list; words become what it searches for. */
export async function applyParts(parts: readonly Part[], filters: readonly FilterSpec[], from: ListState, find: FindByName): Promise<Applied> {
  let state = from;
  let took = false;
  const words: string[] = [];
  /** Fields that have no value yet: they wait in the box, and nothing is wrong with them. */
  const begun: string[] = [];
  const unclear: Extract<Part, { kind: "unclear" | "unknown" }>[] = [];
  for (const part of parts) {
    if (part.kind === "words") words.push(part.text);
    else if (part.kind === "unclear" && part.text === "") begun.push(`${part.field}:`);
    else if (part.kind !== "chip") {
      unclear.push(part);
      // A name that is none may be a text with a colon in it: it is looked for as it stands.
      if (part.kind === "unknown") words.push(`${part.field}:${part.text}`);
    } else {
      const filter = filterOf(filters, part.field);
      const looked = filter?.kind === "lookup" && part.asks.kind === "text" ? await idOf(filter.source, part.asks.text, find) : null;
      const next = filter?.kind === "lookup" && looked === null ? null : withAsks(state, filter, looked === null ? part.asks : { kind: "text", text: looked });
      if (next === null) unclear.push({ kind: "unclear", field: part.field, text: asksWord(part.asks) });
      else [state, took] = [next, true];
    }
  }
  const q = words.join(" ");
  const left = [q, ...unclear.flatMap((part) => (part.kind === "unclear" ? [chipWord(part.field, part.text)] : [])), ...begun].filter(Boolean).join(" ");
  return { state: withChange(state, { q: q.slice(0, 100) }), left, unclear, took };
}

/** As {@link applyParts}, from the text itself. */
export function applyText(text: string, fields: readonly ChipField[], filters: readonly FilterSpec[], from: ListState, find: FindByName): Promise<Applied> {
  return applyParts(parseChips(text, fields), filters, from, find);
}
