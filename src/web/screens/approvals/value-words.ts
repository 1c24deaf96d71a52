/** Values of a request in words: fee rules, moments, statuses and other codes of the interfaces. */
import type { FeeRuleTieredJson } from "../../../contract/fees.schema.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { text } from "../../i18n/keys.ts";
import { codeWord } from "../../words/code-words.ts";
import { named } from "../../words/named.ts";
import { ruleLines } from "../merchants/fees/words.ts";

type Fields = Readonly<Record<string, unknown>>;

/** True for an object of the interfaces. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isRule(value: Fields): value is Fields & Omit<FeeRuleTieredJson, "tiers"> {
  return typeof value.rate_bps === "number" && typeof value.fixed === "string";
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** A field in words: as the audit trail names it, or as this screen does. */
export function fieldWord(field: string): string {
  const word = named("words", "field", field);
  return word === field ? named("approvals", "field", field) : word;
}

/**
 * A value in words, lines for what has parts.
 * @param type kind of the object that the request is about: whose status it is
 */
export function valueWords(field: string, value: unknown, type: string): string {
  if (value === null && field === "operator") return text("fees.allOperators");
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map((inner) => valueWords(field, inner, type)).join("\n");
  if (typeof value === "boolean") return text(value ? "common.yes" : "common.no");
  if (!isRecord(value)) return MOMENT.test(String(value)) ? formatDateTime(String(value)) : (codeWord(field, String(value), type) ?? String(value));
  if (isRule(value)) return ruleLines({ tiers: [], ...value }, text).join("\n");
  return Object.entries(value)
    .map(([key, inner]) => `${fieldWord(key)}: ${valueWords(key, inner, type)}`)
    .join("\n");
}
