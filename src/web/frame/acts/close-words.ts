/** Reads "close yesterday", "关账 昨天", "close 2026-11-25". Pure. */
import { addDays, businessDay, type Day, isDay } from "../../../contract/time.ts";

const VERB = /^(?:close(?: the)?(?: day| days| books)?|关账|日结)(?: of| for)?\s*/iu;
const WORDS: readonly (readonly [RegExp, number])[] = [
  [/^(?:yesterday|昨天|昨日)$/iu, -1],
  [/^(?:(?:the )?(?:day )?before yesterday|前天)$/iu, -2],
];

/** The business day whose close is asked for; null: none. A day that is not over cannot be closed. */
export function readClose(typed: string, nowMs: number): Day | null {
  const text = typed.normalize("NFKC").trim();
  if (!VERB.test(text)) return null;
  const rest = text.replace(VERB, "").trim();
  const today = businessDay(nowMs);
  const ago = WORDS.find(([words]) => words.test(rest))?.[1];
  if (ago !== undefined) return addDays(today, ago);
  const [, year = "", month = "", day = ""] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/u.exec(rest) ?? [];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(date) && date < today ? date : null;
}
