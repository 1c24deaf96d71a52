/** What is wrong with a form: found here before sending, or answered by the server and mapped to its fields. Pure. */
import { parseAmount, ungroupedAmount } from "../../contract/money.ts";
import type { CallError } from "../api.ts";
import type { MessageKey } from "../i18n/keys.ts";
import { type WrongEntry, wrongEntries } from "./entries.ts";
import type { FieldSpec, Values } from "./spec.ts";

/** Message per field name. */
export type FieldProblems = Readonly<Record<string, MessageKey>>;
export interface Problems {
  readonly fields: FieldProblems;
  /** Of a field with several entries: which of them are wrong. */
  readonly entries?: Readonly<Record<string, readonly WrongEntry[]>>;
  /** One message for the form as a whole. */
  readonly form: MessageKey | null;
}
export const NO_PROBLEMS: Problems = { fields: {}, form: null };

/** The fields in view for these values. */
export function shownFields<Subject>(fields: readonly FieldSpec<Subject>[], values: Values, subject: Subject): readonly FieldSpec<Subject>[] {
  return fields.filter((field) => field.shown?.(values, subject) ?? true);
}

/** Whether a field must be filled in, with these values. */
export function isRequired<Subject>({ required }: FieldSpec<Subject>, values: Values, subject: Subject): boolean {
  return typeof required === "function" ? required(values, subject) : required === true;
}

function problemOf<Subject>(field: FieldSpec<Subject>, value: string, values: Values, subject: Subject): MessageKey | null {
  if (field.kind === "amount") {
    const minor = parseAmount(value);
    if (minor === null) return "list.form.amountInvalid";
    if (minor === 0n && !field.zero) return "errors.field.too_small";
  }
  if (field.kind === "integer" && !/^\d{1,9}$/.test(value)) return "errors.field.invalid";
  if (field.maxLength !== undefined && value.length > field.maxLength) return "errors.field.too_long";
  const off = field.kind === "radio" ? field.off?.(value, values, subject) : undefined;
  return off ?? field.check?.(value, values) ?? null;
}

/** Checks a form before it is sent: what is missing and what is wrong at once. Its one message is about what is missing, where something is. */
export function checkForm<Subject>(fields: readonly FieldSpec<Subject>[], values: Values, subject: Subject): Problems {
  const shown = shownFields(fields, values, subject);
  const missing = shown.filter((field) => isRequired(field, values, subject) && (values[field.name] ?? "").trim() === "");
  const problems: Record<string, MessageKey> = Object.fromEntries(missing.map((field) => [field.name, "errors.field.required"]));
  for (const field of shown) {
    const value = (values[field.name] ?? "").trim();
    const problem = value === "" ? null : problemOf(field, value, values, subject);
    if (problem !== null) problems[field.name] = problem;
  }
  if (missing.length > 0)
    return { fields: problems, form: missing.every((field) => field.group === "operator") ? "common.requiredOperator" : "common.required" };
  return Object.keys(problems).length > 0 ? { fields: problems, form: "errors.code.validation_failed" } : NO_PROBLEMS;
}

/** The field that a name in `error.fields` belongs to: its own name, one of its other names, or the nearest part of a path (`ip_whitelist.0`). */
export function fieldNamed<Subject>(fields: readonly FieldSpec<Subject>[], serverName: string): FieldSpec<Subject> | null {
  for (let name = serverName; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) {
    const found = fields.find((field) => field.name === name || field.server?.includes(name));
    if (found) return found;
  }
  return null;
}

function entriesOf<Subject>(fields: readonly FieldSpec<Subject>[], error: CallError, sent: Values): Record<string, readonly WrongEntry[]> {
  const found = fields.flatMap((field) => {
    if (field.kind !== "multiline" || field.entries === undefined) return [];
    const list = field.entries(sent[field.name] ?? "");
    const wrong = [field.name, ...(field.server ?? [])].flatMap((name) => wrongEntries(name, list, error.fields ?? {}));
    return wrong.length > 0 ? [[field.name, wrong] as const] : [];
  });
  return Object.fromEntries(found);
}

/**
 * Turns an error of the server into messages: at the fields it names, and one for the form.
 * @param sent the values it answers to
 */
export function problemsOf<Subject>(
  fields: readonly FieldSpec<Subject>[],
  error: CallError,
  sent: Values,
): Problems & { readonly unplaced: readonly string[] } {
  const placed: Record<string, MessageKey> = {};
  const unplaced: string[] = [];
  for (const [name, code] of Object.entries(error.fields ?? {})) {
    const field = fieldNamed(fields, name);
    if (field) placed[field.name] = field.refused?.(error) ?? (code === "required" ? "errors.field.required" : `errors.field.${code}`);
    else unplaced.push(name);
  }
  const allRequired = Object.keys(placed).length > 0 && unplaced.length === 0 && Object.values(error.fields ?? {}).every((code) => code === "required");
  return { fields: placed, entries: entriesOf(fields, error, sent), form: allRequired ? "common.required" : `errors.code.${error.code}`, unplaced };
}

/** Only what the person changed counts as unsaved. */
export function isDirty(initial: Values, values: Values): boolean {
  return Object.keys({ ...initial, ...values }).some((name) => (initial[name] ?? "") !== (values[name] ?? ""));
}

/**
 * After somebody else has saved: what the person did not touch takes the latest values, so that sending once more does
 * not put the other's work back.
 * @returns the form's values, and the fields that both changed, to different values: they keep the person's
 */
export function rebase(was: Values, latest: Values, mine: Values): { readonly values: Values; readonly both: readonly string[] } {
  const untouched = Object.keys({ ...was, ...latest }).filter((name) => (mine[name] ?? "") === (was[name] ?? ""));
  const values = { ...mine, ...Object.fromEntries(untouched.map((name) => [name, latest[name] ?? ""])) };
  const both = Object.keys(latest).filter((name) => (latest[name] ?? "") !== (was[name] ?? "") && (values[name] ?? "") !== (latest[name] ?? ""));
  return { values, both };
}

/**
 * An amount as it is typed or pasted, for a field that takes plain ones alone: digits of full width or Bengali become plain, the currency's word
 * goes, and so do separators of thousands or lakhs; the full stop of a Chinese keyboard is its point. What might mean something else stays as it is.
 */
export function amountTyped(written: string): string {
  return ungroupedAmount(written)
    .replace(/(?<=\d)。(?=\d*$)/, ".")
    .replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, "");
}
