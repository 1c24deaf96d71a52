/** Under which name a form is kept when the session ends, what of it, and what it begins with when it is given back. Pure. */
import type { ActKey } from "./act-key.ts";
import { isDirty, rebase } from "./check.ts";
import { versionOf } from "./meanwhile.ts";
import type { FormSpec, Values } from "./spec.ts";

/** What a form is about, told the same before and after a sign-in: an object by its id, whatever has changed of it. */
export function objectOf(subject: unknown): string {
  return JSON.stringify(subject, (_name, part: unknown) => (typeof part === "object" && part !== null && "id" in part ? String(part.id) : part)) ?? "";
}

/** A form's name: its act, its fields and its object. */
export function formName<Subject, Data>({ label, fields, object }: FormSpec<Subject, Data>, subject: Subject): string {
  return [label, fields.map(({ name }) => name).join(), object?.(subject) ?? objectOf(subject)].join(" ");
}

/** A form as it stands open. */
export interface OpenForm<Subject> {
  readonly subject: Subject;
  /** What the subject's values were when it was last loaded. */
  readonly base: Values;
  readonly values: Values;
  readonly act: ActKey<Values>;
}
/** A form that waits to be given back. */
export interface KeptForm<Subject> extends Omit<OpenForm<Subject>, "act"> {
  /** Null: what was sent held a secret, of which nothing stays. */
  readonly act: ActKey<Values> | null;
}

/** Values without those of some fields. */
export const without = (names: readonly string[], values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** What may be kept of a form: what stands in it but for secrets, and the act that got no answer; null: nothing would be lost. */
export function keepable<Subject, Data>({ fields }: FormSpec<Subject, Data>, now: OpenForm<Subject>): KeptForm<Subject> | null {
  const secrets = fields.filter(({ kind, secret }) => kind === "password" || secret === true).map(({ name }) => name);
  const [base, values] = [without(secrets, now.base), without(secrets, now.values)];
  const sent = now.act.open();
  const heldSecret = sent !== null && secrets.some((name) => (sent[name] ?? "") !== (now.base[name] ?? ""));
  const act = heldSecret ? null : now.act;
  return isDirty(base, values) || (sent !== null && act !== null) ? { subject: now.subject, base, values, act } : null;
}

/** What a form begins with. */
export interface Begun<Subject> extends Omit<OpenForm<Subject>, "act"> {
  readonly act: ActKey<Values> | null;
  /** Fields that somebody else has changed too. */
  readonly both: readonly string[];
}

/**
 * Begins a form. What was sent without an answer stands again as it was sent: sent again, it is the same act, and the server compares the
 * versions. Else what the person did not touch is as it is now.
 * @param kept what stood in it when the session ended
 */
export function beginForm<Subject, Data>({ initial }: FormSpec<Subject, Data>, given: Subject, kept: KeptForm<Subject> | null): Begun<Subject> {
  const latest = initial(given);
  if (kept === null) return { subject: given, base: latest, values: latest, act: null, both: [] };
  const sent = kept.act?.open() ?? null;
  if (sent !== null) {
    const then = initial(kept.subject);
    return { subject: kept.subject, base: { ...then, ...kept.base }, values: { ...then, ...kept.values }, act: kept.act, both: [] };
  }
  const [was, is] = [kept.subject, given].map((subject) => versionOf(typeof subject === "object" ? subject : null));
  const { values, both } = rebase(kept.base, latest, kept.values);
  return { subject: given, base: latest, values, act: null, both: was === null || was !== is ? both : [] };
}
