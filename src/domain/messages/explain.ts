/**
 * What of a text no rule explains. A layout names every word of the sentence that it reads; what stands in front of it, behind
 * it and in its open places is explained only by what the operator is known to print there (`rules/endings.ts`) and by what
 * people have called harmless. Nothing is forgiven for not being forbidden.
 */
import { denies } from "./denying.ts";
import { isHarmless } from "./harmless.ts";
import { ADVERTISING, ENDINGS, HELPLINES, LEADS, OFFER_WORDS, OWN_ADDRESS } from "./rules/endings.ts";
import type { HarmlessEndings, MessageOperator } from "./types.ts";

/** Where one fragment ends and the next begins: a sentence or a line. The full stop of `Tk.` ends none. */
const BREAK = /(?<!\b(?:Tk|TK|tk|No|Govt))\.(?=\s|$)|\.{2,}|[!?।;]+|\n+/;
const SIGNS_AT_ENDS = /^[\s.,:;!?।()'"–-]+|[\s.,:;!?।('"–-]+$/g;

/** The fragments of a part of a text, in order. */
export function fragmentsOf(part: string): readonly string[] {
  return part
    .split(BREAK)
    .map((fragment) => fragment.replace(SIGNS_AT_ENDS, ""))
    .filter((fragment) => fragment !== "");
}

/** Also what looks like one: any word with a dot and letters behind it. */
const ADDRESS = /(?:https?:\/\/)?(?<![a-z0-9.-])(?=[\d-]{0,20}[a-z])(?:[a-z0-9-]{1,40}\.){1,4}[a-z]{2,10}(?![a-z0-9])(?:\/[^\s]{0,60})?/gi;
const OWN = new RegExp(`^(?:https?://)?(?:${OWN_ADDRESS})(?:/[^\\s]*)?$`, "i");
/** The language that MTN marks the end of a text with. */
const LANGUAGE_MARK = /\*(?:EN|RW|FR)#/g;
const CODE = /\*\d{2,4}(?:\*\d{1,4}){0,4}#/g;
const PERCENT = /\d{1,3}(?:\.\d{1,2})?\s?%/g;
const GLUED_CURRENCY = /(?<![\p{L}])(tk|bdt|ksh|kes|tshs?|tzs|zmw|ghs|rwf|mzn|k)\.?(?=\d)/giu;
const NUMBER = /(?<![\p{L}\d])\.?\d[\d,]{0,17}(?:\.\d{1,2})?(?![\d])/gu;
const DIGITS_OF_A_NUMBER = 6;
const DATE = /\d{1,4}[/-]\d{1,2}[/-]\d{2,4}|\d{1,2}:\d{2}/;

/** A longer number may be somebody's phone or account: another sign. */
function numberKey(number: string, helplines: ReadonlySet<string>): string {
  if (helplines.has(number)) return ` ${number} `;
  return number.replace(/\.\d+$|\D/g, "").length > DIGITS_OF_A_NUMBER ? " ~ " : " 0 ";
}

/** What a fragment is compared by: small words, and signs that stand for addresses, codes and numbers; see `rules/endings.ts`. */
export function keyOf(operator: MessageOperator, fragment: string): string {
  const helplines = HELPLINES[operator];
  return fragment
    .replace(LANGUAGE_MARK, " ")
    .replace(ADDRESS, (address) => (OWN.test(address.replace(/[.,!]+$/, "")) ? " @ " : " § "))
    .replace(CODE, " # ")
    .replace(PERCENT, " % ")
    .replace(GLUED_CURRENCY, "$1 ")
    .replace(NUMBER, (number) => numberKey(number.replace(/,$/, ""), helplines))
    .toLowerCase()
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\d@#%~§]+/gu, " ")
    .trim();
}

/** What is open says, or may say, that the layout is not to be believed: by its words, or by an address, a number or a time that is not the operator's. */
export function isDenial(operator: MessageOperator, fragment: string): boolean {
  return denies(fragment.replace(ADDRESS, " ")) || DATE.test(fragment) || /[§~]/.test(keyOf(operator, fragment));
}

const WORDS_MAX = 24;
/** Labels of the operator's own fields: with a number beside them they are no advertising. */
const LABELS: ReadonlySet<string> = new Set(["fee", "balance", "ফি", "ব্যালেন্স"]);
/** Words that advertising has behind certain others only. */
const PAIRS: ReadonlySet<string> = new Set(["cash back", "% back", "minutes call", "minute call"]);

/** An advertisement: every word of it is one of the operator's advertising, one at least offers something, and no figure stands at a label. */
function isOffer(operator: MessageOperator, key: string): boolean {
  const advertising = ADVERTISING[operator];
  if (advertising === null) return false;
  const words = key.split(" ");
  if (words.length > WORDS_MAX || !words.some((word) => OFFER_WORDS.has(word))) return false;
  const helplines = HELPLINES[operator];
  return (
    words.every((word, at) => advertising.has(word) || helplines.has(word) || PAIRS.has(`${words[at - 1]} ${word}`)) &&
    !(words.some((word) => LABELS.has(word)) && words.some((word) => word === "0" || word === "~"))
  );
}

/** A sum to the last unit is a movement's; an offer's are round. */
const EXACT_SUM = /\d{3}\.\d{1,2}(?!\d)/;

/** Operators print the same few endings over and over: what was found of one is kept. */
const judged = new Map<string, boolean>();
const JUDGED_MAX = 2_000;

function printed(operator: MessageOperator, fragment: string, where: "front" | "behind"): boolean {
  const known = `${operator} ${where} ${fragment}`;
  let found = judged.get(known);
  if (found === undefined) {
    const key = keyOf(operator, fragment);
    found =
      key === "" ||
      (where === "behind" && ENDINGS[operator].has(key)) ||
      LEADS[operator].has(key) ||
      ((where === "behind" || LEADS[operator].size > 0) && !DATE.test(fragment) && !EXACT_SUM.test(fragment) && isOffer(operator, key));
    if (judged.size >= JUDGED_MAX) judged.clear();
    judged.set(known, found);
  }
  return found;
}

/** The fragments of a part that neither the operator nor a person explains. */
export function unexplainedIn(operator: MessageOperator, part: string, where: "front" | "behind", harmless?: HarmlessEndings): readonly string[] {
  if (part === "") return [];
  return fragmentsOf(part).filter((fragment) => !printed(operator, fragment, where) && !isHarmless(harmless?.get(operator), fragment));
}
