/**
 * What of a text no rule explains. A layout names every word of the sentence that it reads; what stands in front of it, behind
 * it and in its open places is explained only by what the operator is known to print there (`rules/endings.ts`) and by what
 * people have called harmless. Nothing is forgiven for not being forbidden.
 */
import { denies } from "./negation-phrases.ts";
import { isHarmless } from "./harmless.ts";
import { withoutSigns } from "./normalise.ts";
import { ADVERTISING, ENDINGS, HELPLINES, LEADING, OWN_ADDRESS, OWN_LINKS } from "./rules/endings.ts";
import { isOffer } from "./rules/offers.ts";
import type { HarmlessEndings, MessageOperator } from "./types.ts";

/** Where one fragment ends and the next begins: a sentence or a line. The full stop of `Tk.` ends none. */
const BREAK = /(?<!\b(?:Tk|TK|tk|No|Govt))\.(?=\s|$)|\.{2,}|[!?।;]+|\n+/;

/** The fragments of a part of a text, in order. */
export function fragmentsOf(part: string): readonly string[] {
  return part
    .split(BREAK)
    .map(withoutSigns)
    .filter((fragment) => fragment !== "");
}

/** Also what looks like one: any word with a dot and letters behind it. */
const ADDRESS = /(?:https?:\/\/)?(?<![a-z0-9.-])(?=[\d-]{0,20}[a-z])(?:[a-z0-9-]{1,40}\.){1,4}[a-z]{2,10}(?![a-z0-9])(?:\/[^\s]{0,60})?/gi;
const OWN = new RegExp(`^(?:${OWN_ADDRESS})(?:/[^\\s]*)?$`, "i");
function isOwn(address: string): boolean {
  const bare = address.replace(/^https?:\/\//i, "").replace(/[.,!]+$/, "");
  return OWN_LINKS.has(bare) || OWN.test(bare);
}
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
    .replace(ADDRESS, (address) => (isOwn(address) ? " @ " : " § "))
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
      ((where === "behind" ? ADVERTISING : LEADING).has(operator) && !DATE.test(fragment) && !EXACT_SUM.test(fragment) && isOffer(key));
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
