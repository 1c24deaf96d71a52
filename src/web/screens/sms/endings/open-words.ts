/** The words of a message that nothing explains: where they stand in its text, and what of them may vary. Pure. */
import { ENDING_MAX, ENDING_NUMBER, OPEN_WORDS_CODES } from "../../../../contract/sms-endings.ts";
import type { SmsDetail } from "../../../../contract/sms.schema.ts";

type OpenCode = (typeof OPEN_WORDS_CODES)[number];
export interface OpenWords {
  readonly code: OpenCode;
  readonly words: string;
}

/** What of a message's evidence is words of its text. */
export function openWordsOf(evidence: SmsDetail["evidence"]): readonly OpenWords[] {
  return evidence.flatMap(({ code, detail }) => {
    const open = OPEN_WORDS_CODES.find((one) => one === code);
    return open === undefined || detail === "" ? [] : [{ code: open, words: detail }];
  });
}

/** What stands for a digit that is not stored. */
const HIDDEN = "•";

/** Whether words can be called harmless: they say nothing against the message, and stand here as they stand in it, neither cut nor hidden. */
export function isTeachable({ code, words }: OpenWords): boolean {
  return code === "unexplained_words" && words.length < ENDING_MAX && !words.includes(HIDDEN);
}

/** A piece of a text; marked where nothing explains it. */
export interface Piece {
  readonly at: number;
  readonly text: string;
  readonly marked: boolean;
}

const escaped = (words: string): string => words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
/** Spaces may be doubled, broken or invisible in the text as it came. */
const anywhere = (words: string): RegExp => new RegExp(words.trim().split(/\s+/).map(escaped).join("[\\s\\u200b-\\u200f\\ufeff]+"), "i");

/** A text in pieces, in order; words that it does not hold letter by letter mark nothing. */
export function piecesOf(text: string, open: readonly OpenWords[]): readonly Piece[] {
  const found = open
    .flatMap(({ words }) => {
      const hit = words.trim() === "" ? null : anywhere(words).exec(text);
      return hit === null ? [] : [{ from: hit.index, to: hit.index + hit[0].length }];
    })
    .sort((left, right) => left.from - right.from);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to } of found) {
    if (from < at) continue;
    if (from > at) pieces.push({ at, text: text.slice(at, from), marked: false });
    pieces.push({ at: from, text: text.slice(from, to), marked: true });
    at = to;
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at), marked: false });
  return pieces;
}

const UNIT = "tk|bdt|taka|৳|টাকা|ksh|kes|tshs?|tzs|rwf|frw|zmw|ghs|mzn|mt";
const NUMBER = "\\d{1,3}(?:,\\d{2,3}){1,3}(?:\\.\\d{1,2})?|\\d{1,6}(?:\\.\\d{1,2})?";
const BEHIND_UNIT = new RegExp(`(?<![\\p{L}\\d])((?:${UNIT})[.:]?\\s{0,2})(?:${NUMBER})(?![\\d,]*\\d)`, "giu");
const BEFORE_UNIT = new RegExp(`(?<![\\p{L}\\d.,*#/])(?:${NUMBER})(?=\\s?(?:(?:${UNIT})(?![\\p{L}])|%))`, "giu");

/** The words with a mark for each amount and percentage: those differ from text to text. Other numbers (a helpline, a code to dial) stay. */
export function suggestedEnding(words: string): string {
  return words.replace(BEHIND_UNIT, (_all, unit: string) => `${unit}${ENDING_NUMBER}`).replace(BEFORE_UNIT, ENDING_NUMBER);
}
