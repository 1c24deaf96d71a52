/** Reads "approve P2611…", "P2611… 通过" and "disable Lotus" by the names of the acts themselves. Pure. */
import { folded } from "../../../contract/chips.ts";

export interface ActAsked {
  /** The beginning of an act's name. */
  readonly verb: string;
  /** What the object is looked for by. */
  readonly object: string;
}
const ID_MIN = 4;
const NAME_MIN = 2;
/** A word with a digit: an id, a TrxID, a number. */
const isId = (word: string): boolean => word.length >= ID_MIN && /^[A-Za-z0-9_-]+$/u.test(word) && /\d/u.test(word);

/** The only code among other words; null: there is none, several, or nothing else. */
export function codeIn(typed: string): string | null {
  const text = typed.normalize("NFKC").trim();
  const codes = (text.match(/[A-Za-z0-9_-]+/gu) ?? []).filter(isId);
  const [only] = codes;
  return only !== undefined && codes.length === 1 && only !== text ? only : null;
}

/** True where one of the names begins with what was typed. */
export function isBegun(typed: string, names: readonly string[]): boolean {
  const begun = folded(typed);
  return begun !== "" && names.some((name) => folded(name).startsWith(begun));
}

/**
 * An act and its object. Beside an id the beginning of a verb will do; a name needs the whole verb before it, so that words that
 * are looked for are not taken for acts.
 * @param verbs names of all acts that there are, in every language
 * @returns null: it asks for none
 */
export function readAct(typed: string, verbs: readonly string[]): ActAsked | null {
  // 通过P2611…: Chinese is written without a space.
  const words = typed
    .normalize("NFKC")
    .trim()
    .replace(/^(\p{Script=Han}+)(?=[A-Za-z0-9])/u, "$1 ")
    .split(/\s+/u);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  const begin = words.slice(0, -1).join(" ");
  if (isId(last) && isBegun(begin, verbs)) return { verb: begin, object: last };
  const end = words.slice(1).join(" ");
  if (isId(first) && isBegun(end, verbs)) return { verb: end, object: first };
  const whole = new Set(verbs.map(folded));
  for (let count = words.length - 1; count > 0; count -= 1) {
    const [verb, object] = [words.slice(0, count).join(" "), words.slice(count).join(" ")];
    if (object.length >= NAME_MIN && whole.has(folded(verb))) return { verb, object };
  }
  return null;
}
