/** Values in the cells of an operator's statement: amounts, times, directions. */
import type { CsvCell } from "../csv.ts";

const PLAIN = /^\d{1,13}(\.\d{1,2})?$/;
/** Separators of thousands, also in lakh and crore groups. */
const GROUPED = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d{1,2})?$/;

const MAX_WHOLE_DIGITS = 13;
/** Longer texts are no amounts; what is looked for below would take the square of their length. */
const MAX_AMOUNT_TEXT = 64;

/** Digits between the signs that tell the direction. */
const SIGNED = /^([-+(]?)\s*([\d,.]+)\s*([-)]|[dc]r\.?)?$/i;
const SIGNS: ReadonlyMap<string, bigint> = new Map([
  ["", 1n],
  ["+", 1n],
  ["cr", 1n],
  ["+cr", 1n],
  ["-", -1n],
  ["()", -1n],
  ["dr", -1n],
  ["-dr", -1n],
]);

/**
 * An amount, minor units. What goes out is written with a minus before or behind it, in brackets, or with "Dr".
 * Separators of thousands count only where a comma cannot be the end of a cell that lacks its quotes.
 * @returns null when it is not one, `empty` for nothing (a dash stands for nothing too)
 */
export function readAmount(cell: CsvCell | undefined): bigint | "empty" | null {
  const whatever = (cell?.text ?? "").trim();
  if (whatever.length > MAX_AMOUNT_TEXT) return null;
  const text = whatever.replace(/^(?:tk\.?|bdt|৳)\s*/i, "").replace(/\s*(?:tk\.?|bdt|৳)$/i, "");
  if (text === "" || text === "-" || text === "–") return "empty";
  const [, before = "", digits = "", behind = ""] = SIGNED.exec(text) ?? [];
  const sign = SIGNS.get(`${before}${behind.replace(".", "").toLowerCase()}`);
  if (sign === undefined || (!PLAIN.test(digits) && !(cell?.ownCommas === true && GROUPED.test(digits)))) return null;
  const [whole = "", part = ""] = digits.replaceAll(",", "").split(".");
  if (whole.length > MAX_WHOLE_DIGITS) return null;
  return sign * (BigInt(whole) * 100n + BigInt(part.padEnd(2, "0")));
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const CLOCK = String.raw`(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?\s*([ap]\.?m\.?)?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${CLOCK}$`, "i");
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/. ,]+(\d{4}|\d{2})${CLOCK}$`, "i");
const ZONED = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})$/;

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return 99;
  return (hour % 12) + (half[0]?.toLowerCase() === "p" ? 12 : 0);
}

/**
 * A time as operators and spreadsheets write it; the day comes before the month unless the year comes first.
 * @param offsetMinutes the clock of times that name no zone
 * @returns ms, or null when it is none
 */
export function readTime(unchecked: string, offsetMinutes: number): number | null {
  const text = unchecked.trim().replace(/\s+/g, " ");
  if (ZONED.test(text)) {
    const ms = Date.parse(text.replace(" ", "T").replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
    return Number.isNaN(ms) ? null : ms;
  }
  const yearFirst = YEAR_FIRST.exec(text);
  const found = yearFirst ?? DAY_FIRST.exec(text);
  if (!found) return null;
  const [, one = "", month = "", three = "", hour, minute, second, half] = found;
  const year = Number(yearFirst ? one : three.length === 2 ? `20${three}` : three);
  const day = Number(yearFirst ? three : one);
  const h = hourOf(Number(hour ?? 0), half);
  const parts = [year, monthOf(month) - 1, day, h, Number(minute ?? 0), Number(second ?? 0)] as const;
  const ms = Date.UTC(...parts);
  const date = new Date(ms);
  // 31/02 or 25:00 would silently become another time.
  const same = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  return same.every((value, index) => value === parts[index]) ? ms - offsetMinutes * 60_000 : null;
}

const CREDIT = new Set(["credit", "cr", "c", "in", "+", "received", "receive", "deposit", "收", "收入", "贷", "贷方", "入", "入账", "收款", "存入"]);
const DEBIT = new Set(["debit", "dr", "d", "out", "-", "paid", "sent", "withdrawal", "支", "支出", "借", "借方", "出", "出账", "付款", "取出"]);

/** In or out; null when the word is neither. */
export function readDirection(unchecked: string): "credit" | "debit" | null {
  const word = unchecked.trim().toLowerCase().replace(/\.$/, "");
  return CREDIT.has(word) ? "credit" : DEBIT.has(word) ? "debit" : null;
}
