/**
 * Endings that the platform's own people may call harmless. They may do less than the shipped ones, so that nobody can let words
 * pass that say something of the money: one sentence, of words enough to be nothing else, without one that denies and without an address, a number or a time of somebody else.
 */
import { ENDING_NUMBER, type EndingProblem } from "../../contract/sms-endings.ts";
import { fragmentsOf, isDenial, unexplainedIn } from "./explain.ts";
import { foldText, normaliseText, withoutSigns } from "./normalise.ts";
import type { MessageOperator } from "./types.ts";

/** Letters of an ending, at least, and the words that they stand in. */
const LETTERS_MIN = 6;
const WORDS_MIN = 2;
const WORD = /[\p{L}\p{M}]{2,}/gu;

/** As it is kept: one space where texts may have several or a line break, and no signs at the ends. */
export function endingOf(typed: string): string {
  return withoutSigns(foldText(normaliseText(typed)));
}

/** What is wrong with an ending of an operator; null: nothing. Its length is the contract's to check. */
export function endingProblem(operator: MessageOperator, ending: string): EndingProblem | null {
  const words = ending.replaceAll(ENDING_NUMBER, " 0 ");
  if (/[{}]/.test(words)) return "braces";
  if (fragmentsOf(ending).length > 1) return "several";
  const found = words.match(WORD) ?? [];
  if (found.length < WORDS_MIN || found.join("").length < LETTERS_MIN) return "few_words";
  if (isDenial(operator, words)) return "denies";
  return unexplainedIn(operator, words, "behind").length === 0 ? "known" : null;
}
