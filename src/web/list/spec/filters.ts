/** Filters of a list as data: what the bar shows, what the address may carry, and which values are believed. */
import { parseAmount } from "../../../contract/money.ts";
import { readSpan } from "../../../contract/time.ts";
import type { Permission } from "../../../contract/permissions.ts";
import type { Lookup, Option } from "../../forms/option.ts";
import type { MessageKey } from "../../i18n/keys.ts";

interface Common {
  readonly label: MessageKey;
  /** Behind "more filters" instead of in the bar. */
  readonly more?: boolean;
  /** Hidden from users who lack it. */
  readonly permission?: Permission;
}
/** Status tabs: one is on at a time; a value may name several statuses, comma separated. */
export interface TabsFilter extends Common {
  readonly kind: "tabs";
  readonly key: string;
  readonly options: readonly Option[];
}
export interface ChoiceFilter extends Common {
  readonly kind: "choice";
  readonly key: string;
  readonly options: readonly Option[];
  /** Of these options those that are shown now, what is chosen among them; the others are understood where an address asks for them. */
  readonly offers?: (chosen: string) => readonly string[];
  /** Several values, comma separated. */
  readonly multiple?: boolean;
}
export interface LookupFilter extends Common {
  readonly kind: "lookup";
  readonly key: string;
  readonly source: Lookup;
}
export interface AmountFilter extends Common {
  readonly kind: "amount";
  readonly min: string;
  readonly max: string;
}
export interface TextFilter extends Common {
  readonly kind: "text";
  readonly key: string;
  readonly maxLength: number;
}
/** A stretch of time: a preset, or days (or instants) from and to, as one value. */
export interface DatesFilter extends Common {
  readonly kind: "dates";
  readonly key: string;
}
export type FilterSpec = TabsFilter | ChoiceFilter | LookupFilter | AmountFilter | DatesFilter | TextFilter;

/** What a choice shows while this is chosen. */
export function offeredOptions({ options, offers }: ChoiceFilter, chosen: string): readonly Option[] {
  const shown = offers?.(chosen);
  return shown === undefined ? options : options.filter(({ value }) => shown.includes(value));
}

/** The query keys that a filter owns. */
export function keysOf(filter: FilterSpec): readonly string[] {
  return filter.kind === "amount" ? [filter.min, filter.max] : [filter.key];
}

const isPlainId = (value: string): boolean => /^[A-Za-z0-9_-]{1,40}$/.test(value);

/** True when a value from the address may be sent to the server under this filter. */
export function isValueOf(filter: FilterSpec, unchecked: string): boolean {
  switch (filter.kind) {
    case "tabs":
      return filter.options.some((option) => option.value === unchecked);
    case "choice": {
      const parts = filter.multiple ? unchecked.split(",") : [unchecked];
      return new Set(parts).size === parts.length && parts.every((part) => filter.options.some((option) => option.value === part));
    }
    case "lookup":
      return isPlainId(unchecked);
    case "amount":
      return parseAmount(unchecked) !== null;
    case "dates":
      return readSpan(unchecked, 0) !== null;
    case "text":
      return unchecked.trim() !== "" && unchecked.length <= filter.maxLength;
  }
}
