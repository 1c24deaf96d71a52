/** Fields that hold several entries in one text: how it is split, and which entries the server found wrong. Pure. */
import type { MessageKey } from "../i18n/keys.ts";

/** Entries of a text with one (or several, comma separated) on each line. */
export function linesOf(text: string | undefined): string[] {
  return (text ?? "").split(/[\s,，]+/).filter((entry) => entry !== "");
}

/** More are not named: the text is in view, and each try names the next. */
const NAMED_MAX = 5;

export interface WrongEntry {
  readonly entry: string;
  readonly problem: MessageKey;
}

/**
 * The wrong entries of the list that was sent.
 * @param name the field's name at the server, which names the entries `name.0`, `name.1` …
 */
export function wrongEntries(name: string, list: readonly string[], fields: Readonly<Record<string, string>>): readonly WrongEntry[] {
  return Object.entries(fields).flatMap(([path, code]) => {
    const entry = path.startsWith(`${name}.`) ? list[Number(path.slice(name.length + 1))] : undefined;
    return entry === undefined ? [] : [{ entry, problem: `errors.field.${code}` as MessageKey }]; // codes of fields have a message each
  });
}

/** `010.0.0.1：格式不正确`; entries with the same problem together. */
export function entryWords(wrong: readonly WrongEntry[], t: (key: MessageKey, params?: Readonly<Record<string, string>>) => string): string {
  const named = wrong.slice(0, NAMED_MAX);
  const problems = [...new Set(named.map((one) => one.problem))];
  const parts = problems.map((problem) => {
    const entries = named.filter((one) => one.problem === problem).map((one) => one.entry);
    return t("list.form.entry", { entry: entries.join(", "), problem: t(problem) });
  });
  return parts.join(" · ") + (wrong.length > NAMED_MAX ? " …" : "");
}
