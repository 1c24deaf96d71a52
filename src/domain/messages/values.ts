/** Reads captured text: money, times, names. */
import { MONTHS } from "./fragments.ts";

const SCALE_DIGITS = 2;

/** Captured digits without separators, `.5` with a leading zero. */
export function plainNumber(captured: string): string {
  const digits = captured.replace(/[, ]/g, "");
  return digits.startsWith(".") ? `0${digits}` : digits;
}

/** Minor units of a captured number; more than two decimals are rounded half up (Upay prints commission in four). */
export function parseMoney(captured: string): bigint {
  const digits = plainNumber(captured);
  const point = digits.indexOf(".");
  const fraction = point < 0 ? "" : digits.slice(point + 1);
  const whole = point < 0 ? digits : digits.slice(0, point);
  const minor = BigInt(whole + fraction.slice(0, SCALE_DIGITS).padEnd(SCALE_DIGITS, "0"));
  return fraction.charCodeAt(SCALE_DIGITS) >= 0x35 ? minor + 1n : minor;
}

/** Thousands in threes, or as India counts them: threes once, then pairs. */
const GROUPED = /^(?:[1-9]\d{0,2}(?:,\d{3}){1,5}|[1-9]\d?(?:,\d{2}){1,5},\d{3})$/;
const ZERO = 0x30;

/**
 * False for a number that no operator prints: a nought before other digits, thousands in groups of another length or parted by
 * a space alone, more decimals than the field has. The comma that ends a phrase may stand behind it.
 */
export function isPrintedNumber(captured: string | undefined, decimals: number): boolean {
  if (captured === undefined) return true;
  const point = captured.indexOf(".");
  if (point >= 0 && captured.length - point - 1 > decimals) return false;
  const whole = point < 0 ? captured.replace(/,$/, "") : captured.slice(0, point);
  if (whole.length > 1 && whole.charCodeAt(0) === ZERO) return false;
  return (!whole.includes(",") && !whole.includes(" ")) || GROUPED.test(whole.replaceAll(" ", ""));
}

/** Digits before the point that an amount may have anywhere in the product. */
const MAX_WHOLE_DIGITS = 13;

/** True for more than any wallet can hold: such a number is no amount, and no account could book it. */
export function beyondMoney(captured: string | undefined): boolean {
  if (captured === undefined || captured.length <= MAX_WHOLE_DIGITS) return false;
  return (plainNumber(captured).split(".")[0] ?? "").replace(/^0+/, "").length > MAX_WHOLE_DIGITS;
}

const NUMERIC_DATE = /(\d{1,4})[/.-](\d{1,2})[/.-](\d{2,4})/;
const NAMED_DATE = /(\d{1,2})[- ]([^\d\s-]{2,12})[-, ]{1,2}(\d{2,4})/;
const CLOCK = /(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s{0,2}([AaPp])\.?[Mm])?/;

const pad = (value: number): string => String(value).padStart(2, "0");
const fullYear = (digits: string): number => (digits.length === 2 ? 2000 + Number(digits) : Number(digits));

function readDate(text: string): [year: number, month: number, day: number] | null {
  const numeric = NUMERIC_DATE.exec(text);
  if (numeric) {
    const [, first = "", month = "", last = ""] = numeric;
    return first.length === 4 ? [Number(first), Number(month), Number(last)] : [fullYear(last), Number(month), Number(first)];
  }
  const named = NAMED_DATE.exec(text);
  if (!named) return null;
  const [, day = "", name = "", year = ""] = named;
  const month = MONTHS.get(name) ?? MONTHS.get(name.slice(0, 3).toLowerCase());
  return month === undefined ? null : [fullYear(year), month, Number(day)];
}

function isRealDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || year < 2000 || year > 2099) return false;
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** `+06:00` for 360. */
export function formatOffset(offsetMinutes: number): string {
  const absolute = Math.abs(offsetMinutes);
  return `${offsetMinutes < 0 ? "-" : "+"}${pad(Math.floor(absolute / 60))}:${pad(absolute % 60)}`;
}

/** ISO time with the operator's offset, day before month; null when the text is no real date and time. */
export function parseTime(captured: string, offset: string): string | null {
  const clock = CLOCK.exec(captured);
  // The clock is cut out first, so that its digits are not read as part of the date when the two are glued.
  const date = clock
    ? readDate(captured.slice(0, clock.index).length > 5 ? captured.slice(0, clock.index) : captured.slice(clock.index + clock[0].length))
    : null;
  if (!clock || !date) return null;
  const [year, month, day] = date;
  let hour = Number(clock[1]);
  const minute = Number(clock[2]);
  const second = Number(clock[3] ?? "0");
  const half = clock[4]?.toLowerCase();
  if (half !== undefined && hour > 12 && half === "a") return null;
  if (half === "p" && hour < 12) hour += 12;
  if (half === "a" && hour === 12) hour = 0;
  if (!isRealDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return null;
  return `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(second)}${offset}`;
}

/** A counterparty as printed, without the spaces around it; empty is null. */
export function cleanParty(captured: string): string | null {
  const text = captured
    .trim()
    .replace(/^["'‘’]|["'‘’]$/g, "")
    .trim();
  return /[\p{L}\p{N}*]/u.test(text) ? text : null;
}

const NO_REFERENCE = /^(?:n\/?a|none|null|nil|-+|\.+)$/i;

/** The payer's reference; empty, `N/A` and the like are null. */
export function cleanReference(captured: string): string | null {
  const text = captured
    .trim()
    .replace(/\s?[.।]$/, "")
    .trim();
  return text === "" || NO_REFERENCE.test(text) ? null : text;
}
