/** Reads "approve P2611…" by the words of the acts themselves. Pure. */
import { folded } from "../../../contract/chips.ts";

export interface ActAsked {
  /** What stands beside the object: the beginning of an act's name; "": any. */
  readonly verb: string;
  /** What the object is looked for by. */
  readonly object: string;
}
const OBJECT_MIN = 4;

/** A word with a digit, and what stands before it: an id, a TrxID, a number. null: no such word. */
export function readAct(typed: string): ActAsked | null {
  const words = typed.normalize("NFKC").trim().split(/\s+/u);
  // 通过P2611…: Chinese is written without a space.
  const [, glued, id] = /^(\p{Script=Han}+)([A-Za-z0-9]+)$/u.exec(words.at(-1) ?? "") ?? [];
  const all = glued !== undefined && id !== undefined ? [...words.slice(0, -1), glued, id] : words;
  const object = all.at(-1) ?? "";
  if (!/^[A-Za-z0-9_-]+$/u.test(object) || !/\d/u.test(object) || object.length < OBJECT_MIN) return null;
  return { verb: all.slice(0, -1).join(" "), object };
}

/** True where a name of an act, in either language, begins with the typed verb. */
export function isVerbOf(verb: string, names: readonly string[]): boolean {
  const typed = folded(verb);
  return typed === "" || names.some((name) => folded(name).startsWith(typed));
}
