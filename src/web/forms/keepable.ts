/** Under which name a form's values are kept when the session ends, and which of them. Pure. */
import type { FormSpec, Values } from "./spec.ts";

/** What a form is about, told the same before and after a sign-in: an object by its id, whatever has changed of it. */
function objectOf(subject: unknown): string {
  return JSON.stringify(subject, (_name, part: unknown) => (typeof part === "object" && part !== null && "id" in part ? String(part.id) : part)) ?? "";
}

/** A form's name: its act, its fields and its object. */
export function formName<Subject, Data>({ label, fields, object }: FormSpec<Subject, Data>, subject: Subject): string {
  return [label, fields.map(({ name }) => name).join(), object?.(subject) ?? objectOf(subject)].join(" ");
}

/** What may be kept of a form's values: what the person changed, and no secret; null: nothing. */
export function keepable<Subject, Data>({ fields }: FormSpec<Subject, Data>, base: Values, values: Values): Values | null {
  const known = fields.filter(({ kind, secret }) => kind !== "password" && secret !== true).map(({ name }) => name);
  const changed = known.filter((name) => (values[name] ?? "") !== (base[name] ?? ""));
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, values[name] ?? ""]));
}
