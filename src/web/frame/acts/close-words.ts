/** Reads "close yesterday", "昨天关账", "close 2026-11-25", "close all days". Pure. */
import { addDays, businessDay, type Day, isDay } from "../../../contract/time.ts";

/** One business day, or every day of the last month that has no difference. */
export type CloseAsked = { readonly kind: "day"; readonly day: Day } | { readonly kind: "all" };

const FIRST = /^(?:close(?: the)?(?: days?| books)?|关账|日结)(?: of| for)?\s*/iu;
const LAST = /\s*(?:关账|日结)$/u;
const WORDS: readonly (readonly [RegExp, number])[] = [
  [/^(?:today|今天|今日)$/iu, 0],
  [/^(?:yesterday|昨天|昨日)$/iu, -1],
  [/^(?:(?:the )?(?:day )?before yesterday|前天)$/iu, -2],
];
const ALL = /^(?:(?:all|every|everything|clean)\b.*|(?:全部|所有|无差异).*)?$/iu;
const DATE = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/u;
/** Without a year: month and day, as a date is written here. `5/11` may be either. */
const MONTH_DAY = /^(\d{1,2})(?:-(\d{1,2})|月(\d{1,2})日?)$/u;

/** The day of a date as it is typed: without a year, the last such day that is not to come. */
function dayOf(typed: string, today: Day): string {
  const [, year = "", month = "", day = ""] = DATE.exec(typed) ?? [];
  const two = (part: string): string => part.padStart(2, "0");
  if (year !== "") return `${year}-${two(month)}-${two(day)}`;
  const [, one = "", hyphened, signed] = MONTH_DAY.exec(typed) ?? [];
  const rest = `${two(one)}-${two(hyphened ?? signed ?? "")}`;
  const present = Number(today.slice(0, 4));
  return `${today.slice("2026-".length) >= rest ? present : present - 1}-${rest}`;
}

/** The close that is asked for; null: none. Whether its day is over is for the caller to say. */
export function readClose(typed: string, nowMs: number): CloseAsked | null {
  const text = typed.normalize("NFKC").trim();
  const verb = [FIRST, LAST].find((one) => one.test(text));
  if (verb === undefined) return null;
  const rest = text.replace(verb, "").trim();
  if (ALL.test(rest)) return { kind: "all" };
  const ago = WORDS.find(([words]) => words.test(rest))?.[1];
  if (ago !== undefined) return { kind: "day", day: addDays(businessDay(nowMs), ago) };
  const date = dayOf(rest, businessDay(nowMs));
  return isDay(date) ? { kind: "day", day: date } : null;
}
