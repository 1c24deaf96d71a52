/** What may not become so, whoever changes it and by which way: by hand, restored, or at its moment. */
import { configPatch } from "../../../contract/config.schema.ts";
import { type CONFIG_DEFAULTS, FEE_KEYS } from "../../../contract/config.ts";
import type { FieldErrors } from "../../../contract/errors.ts";
import { parseAmount } from "../../../contract/money.ts";
import { OPERATORS } from "../../../contract/operators.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { fieldErrors } from "../../platform/http/errors.ts";
import { ipAllowed, parseRange } from "../../platform/http/ip.ts";

export type Values = Readonly<Record<string, unknown>>;

const amount = (value: unknown): bigint | null => (typeof value === "string" ? parseAmount(value) : null);
const above = (low: unknown, high: unknown): boolean => {
  const [lowMinor, highMinor] = [amount(low), amount(high)];
  return lowMinor !== null && highMinor !== null && lowMinor > highMinor;
};

/** Values kept from another day, by the rules of today: those that a change by hand would be refused for. */
export function formErrors(given: Values): FieldErrors {
  const parsed = configPatch.safeParse({ ...given, version: 1 });
  return parsed.success ? {} : fieldErrors(parsed.error.issues as Parameters<typeof fieldErrors>[0]); // the same issues, typed by the library
}

/**
 * What no single key shows: bounds that cross, addresses that cannot be read. Only given keys are blamed.
 * @param given keys that change, of the right form
 * @param values all values as they would be
 */
export function crossErrors(given: Values, values: Values): FieldErrors {
  const fields: Record<string, FieldErrors[string]> = {};
  for (const operator of OPERATORS) {
    const [min, max] = [`${operator}_min_amount`, `${operator}_max_amount`];
    if (max in given && amount(values[max]) === 0n) fields[max] = "too_small";
    const senders = `${operator}_sender_ids`;
    // Without one, every message of the operator would count as forged.
    if (senders in given && (given[senders] as readonly string[]).length === 0) fields[senders] = "required";
    if ((min in given || max in given) && above(values[min], values[max])) fields[max in given ? max : min] = max in given ? "too_small" : "too_large";
  }
  for (const key of FEE_KEYS) {
    const rule = values[key] as (typeof CONFIG_DEFAULTS)[typeof key]; // checked by the schema
    if (key in given && above(rule.min, rule.max)) fields[`${key}.max`] = "too_small";
  }
  // Checked by the schema: an array of texts.
  const ranges = (given["staff_ip_allowlist"] ?? []) as readonly string[];
  ranges.forEach((range, index) => {
    if (parseRange(range) === null) fields[`staff_ip_allowlist.${index}`] = "invalid";
  });
  return fields;
}

/** Whoever sets the list of addresses must stay inside it, or nobody could take it back. */
export function lockedOut(ip: string | null, after: Values): FieldErrors {
  const list = after["staff_ip_allowlist"];
  return list !== undefined && !ipAllowed(list as readonly string[], ip) ? { staff_ip_allowlist: "not_allowed" } : {};
}

/** Another currency over books that have entries. */
export async function otherCurrency(q: Queryable, after: Values): Promise<FieldErrors> {
  if (!("currency" in after)) return {};
  const booked = await q.one<{ there: boolean }>("select exists (select 1 from entries) or exists (select 1 from archived_months) as there");
  return booked?.there ? { currency: "not_allowed" } : {};
}
