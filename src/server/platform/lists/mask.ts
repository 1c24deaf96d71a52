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

/** The same mask as an SQL expression, for exports. */
export function maskSql(expression: string): string {
  return String.raw`regexp_replace(${expression}, '(?<![0-9A-Za-z])(\+?\d{3})\d{3,8}(\d{4})(?![0-9A-Za-z])', '\1****\2', 'g')`;
}
