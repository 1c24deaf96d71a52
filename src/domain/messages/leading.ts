/** A message with other text in front of it: Nagad prints advertising there, and forgers whatever they like. */
import { OPERATOR_INFO } from "../../contract/operators.ts";
import { unexplainedIn } from "./explain.ts";
import { matchLayout, type Match } from "./match.ts";
import type { HarmlessEndings, MessageOperator } from "./types.ts";

const HEAD_LIMIT = 300;
/** Where a message may begin: behind a line, a sentence or an address, and at a heading right behind a sign. */
const BEGINNINGS =
  /\n|[.!?।]\s{1,2}|[!?|*)]\s{0,2}(?=(?:Money|Cash (?:In|Out)|Payment|B2B) Received)|\S\.[a-z]{2,10}\/\S{1,30}?(?:\s{1,2}|(?=(?:Money|Cash (?:In|Out)|Payment|B2B) Received))/gi;
/** Words that say nothing without the one before them. */
const NO_HEADING = /^(?:received?|amount|amt|successful)\b/i;

/**
 * Seeks a layout behind the beginning of the text. What is skipped must be the operator's advertising; anything else is noted
 * (`leading_text`) and left unexplained, for it may be the true message, with a payer's words posing as one of their own.
 */
export function matchBehind(operator: MessageOperator, text: string, harmless?: HarmlessEndings): Match | null {
  if (OPERATOR_INFO[operator].currency !== "BDT") return null;
  let best: Match | null = null;
  for (const found of text.slice(0, HEAD_LIMIT).matchAll(BEGINNINGS)) {
    const start = found.index + found[0].length;
    const rest = text.slice(start);
    if (NO_HEADING.test(rest)) continue;
    const match = matchLayout(operator, rest, rest.toLowerCase(), harmless);
    if (match?.captures.amount === undefined) continue;
    const front = unexplainedIn(operator, text.slice(0, start), "front", harmless);
    if (front.length === 0 && match.unexplained.length === 0) return match;
    best ??=
      front.length === 0
        ? match
        : { ...match, unexplained: [...front, ...match.unexplained], evidence: [...match.evidence, { code: "leading_text", detail: "" }] };
  }
  return best;
}
