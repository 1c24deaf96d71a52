/** Phone numbers as a viewer may read them (rule 45: unmasking needs `phones.unmask`; merchants read their own customers). */
import { isStaff, holds } from "./scope.ts";
import type { Viewer } from "./spec.ts";

/** A run of digits that can be a phone number, with or without a country code. */
const NUMBER = /(?<![0-9A-Za-z])(\+?\d{3})\d{3,8}(\d{4})(?![0-9A-Za-z])/g;

/** True when the viewer sees phone numbers in part only. */
export function masksPhones(viewer: Viewer): boolean {
  return isStaff(viewer) && !holds(viewer, "phones.unmask");
}

/** `01712345678` becomes `017****5678`; anything shorter than ten digits stays. */
export function maskPhones(text: string): string {
  return text.replace(NUMBER, (_all, head: string, tail: string) => `${head}****${tail}`);
}

/** The text as this viewer may read it. */
export function phoneFor(viewer: Viewer, text: string | null): string | null {
  return text !== null && masksPhones(viewer) ? maskPhones(text) : text;
}

/** A merchant's own number of an order, which may look like a phone number. */
const NO_PHONE: ReadonlySet<string> = new Set(["merchant_order_id"]);

/** Data as this viewer may read it: phone numbers in its texts, at any depth. */
export function phonesIn<T>(viewer: Viewer, data: T): T {
  if (!masksPhones(viewer)) return data;
  const masked = (value: unknown): unknown => {
    if (typeof value === "string") return maskPhones(value);
    if (Array.isArray(value)) return value.map(masked);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, NO_PHONE.has(name) ? item : masked(item)]));
  };
  return masked(data) as T; // texts become texts, and nothing else changes
}

/** The same mask as an SQL expression, for exports. */
export function maskSql(expression: string): string {
  return String.raw`regexp_replace(${expression}, '(?<![0-9A-Za-z])(\+?\d{3})\d{3,8}(\d{4})(?![0-9A-Za-z])', '\1****\2', 'g')`;
}
