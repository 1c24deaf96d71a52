/** The only file that knows the business time zone: instants, business days, the six date presets, display formats. */

/** Lengths in milliseconds; a day has no other one where days are counted (below). */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Offset in milliseconds of Asia/Shanghai, in which times are shown and days counted (docs/specification.md, section 9). China has had no daylight saving since 1991. */
export const BUSINESS_OFFSET_MS = 8 * HOUR_MS;

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

/** The day asked for last: batches ask for the same one again and again, and writing a date is slow. */
let lastDay: { readonly number: number; readonly day: Day } = { number: Number.NaN, day: "" };

/** The day an instant falls on at a fixed offset from UTC. */
export function dayAtOffset(instantMs: number, offsetMs: number): Day {
  const number = Math.floor((instantMs + offsetMs) / DAY_MS);
  if (number !== lastDay.number) lastDay = { number, day: new Date(instantMs + offsetMs).toISOString().slice(0, 10) };
  return lastDay.day;
}

const MINUTES_KEPT = 64;
/** Minutes as they are written, up to their seconds. */
const minutes = new Map<number, string>();

function minuteText(minute: number): string {
  let known = minutes.get(minute);
  if (known === undefined) {
    if (minutes.size >= MINUTES_KEPT) minutes.clear();
    minutes.set(minute, (known = new Date(minute * MINUTE_MS).toISOString().slice(0, -"00.000Z".length)));
  }
  return known;
}

/**
 * An instant as JSON has it, in UTC: a busy server writes a few of each order, of the same few minutes.
 * @param ms milliseconds since 1970; parts of one are left out, as a date does
 * @throws RangeError when no date has it
 */
export function isoInstant(ms: number): string {
  const whole = Math.trunc(ms);
  const minute = Math.floor(whole / MINUTE_MS);
  const seconds = String(whole - minute * MINUTE_MS + 100_000);
  return `${minuteText(minute)}${seconds.slice(1, 3)}.${seconds.slice(3)}Z`;
}

/** The business day (Asia/Shanghai) of an instant; of an id the database says it itself (`business_day`). */
export function businessDay(instantMs: number): Day {
  return dayAtOffset(instantMs, BUSINESS_OFFSET_MS);
}

/** The first instant of a business day, in ms: a date-only input is midnight in Shanghai. As the database's `day_start`. */
export function businessDayStart(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) - BUSINESS_OFFSET_MS;
}

/** Adds days to a calendar day. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** True when the text is a real calendar day `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text;
}

export const DATE_PRESETS = ["today", "yesterday", "this_week", "prev_week", "this_month", "prev_month"] as const;
/** Beside the six of the specification: days that end today, today included. */
export const ROLLING_PRESETS = ["last_7_days", "last_30_days"] as const;
/** All stretches of days that move with the day. */
export const RELATIVE_DATES = [...DATE_PRESETS, ...ROLLING_PRESETS] as const;
export type DatePreset = (typeof RELATIVE_DATES)[number];

/** Inclusive first and last business day of a preset; weeks begin on Monday. */
export function presetRange(preset: DatePreset, nowMs: number): { from: Day; to: Day } {
  const today = businessDay(nowMs);
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -weekday);
  const monthStart = `${today.slice(0, 7)}-01`;
  switch (preset) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case "this_week":
      return { from: monday, to: addDays(monday, 6) };
    case "prev_week":
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    case "this_month":
      return { from: monthStart, to: addDays(`${addDays(monthStart, 31).slice(0, 7)}-01`, -1) };
    case "last_7_days":
      return { from: addDays(today, -6), to: today };
    case "last_30_days":
      return { from: addDays(today, -29), to: today };
    case "prev_month": {
      const lastOfPrevious = addDays(monthStart, -1);
      return { from: `${lastOfPrevious.slice(0, 7)}-01`, to: lastOfPrevious };
    }
  }
}

/** A day (`YYYY-MM-DD`) as screens and files show it: `YYYY/MM/DD`. */
export const dayText = (day: string): string => day.replaceAll("-", "/");

/** `YYYY/MM/DD HH:mm` in Asia/Shanghai. */
export function formatDateTime(instant: string | number | Date): string {
  const shifted = new Date(new Date(instant).getTime() + BUSINESS_OFFSET_MS).toISOString();
  return `${dayText(shifted.slice(0, 10))} ${shifted.slice(11, 16)}`;
}

/**
 * Reads a moment as a person types it in Asia/Shanghai: `YYYY/MM/DD HH:mm` and its kin (`2026-1-5 8:05`, `2026年1月5日 8:05`, full-width signs).
 * A day alone is its midnight.
 * @returns milliseconds, or null when it is no moment
 */
export function readDateTime(typed: string): number | null {
  const plain = typed
    .normalize("NFKC")
    .replace(/[年月]/g, "/")
    .replace("日", " ")
    .trim();
  const [, year = "", month = "", day = "", hour = "0", minute = "00"] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:\s+|T)(\d{1,2}):(\d{2}))?$/.exec(plain) ?? [];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (!isDay(date) || Number(hour) > 23 || Number(minute) > 59) return null;
  return businessDayStart(date) + (Number(hour) * 60 + Number(minute)) * 60_000;
}

/** `YYYY/MM/DD` in UTC, as the specification has it for a date alone. */
export function formatDate(instant: string | number | Date): string {
  return dayText(new Date(instant).toISOString().slice(0, 10));
}

/**
 * Reads a `from` or `to` of a list: an ISO instant, or a day that means Shanghai midnight
 * (for `to`, the end of that day).
 * @returns milliseconds, or null when it is neither
 */
export function parseRangeEnd(text: string, end: "from" | "to"): number | null {
  if (isDay(text)) return businessDayStart(end === "to" ? addDays(text, 1) : text);
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text) ? zonedMs(text) : null;
}

/** A stretch of time in ms: its first moment, and the first one behind it; null: open. */
export interface Span {
  readonly from: number | null;
  readonly before: number | null;
}

/** The two ends of a stretch as it is written, `2026-11-01..2026-11-07`; a day alone is both. Null: it is not written so. */
export function spanEnds(text: string): { readonly from: string; readonly to: string } | null {
  if (isDay(text)) return { from: text, to: text };
  const [from, to, more] = text.split("..");
  return from === undefined || to === undefined || more !== undefined || (from === "" && to === "") ? null : { from, to };
}

/**
 * Reads a stretch of time as one value of a filter: a preset, a day, or two ends with `..` between them, of which one may be left out. Ends are
 * days or instants as {@link parseRangeEnd} reads them, both included.
 * @param nowMs instant that presets are counted from
 * @returns null when it is none, or ends before it begins
 */
export function readSpan(text: string, nowMs: number): Span | null {
  const preset = RELATIVE_DATES.find((one) => one === text);
  const ends = preset === undefined ? spanEnds(text) : presetRange(preset, nowMs);
  if (ends === null) return null;
  const from = ends.from === "" ? null : parseRangeEnd(ends.from, "from");
  const end = ends.to === "" ? null : parseRangeEnd(ends.to, "to");
  if ((from === null && ends.from !== "") || (end === null && ends.to !== "") || !Number.isFinite((from ?? 0) + (end ?? 0))) return null;
  // The end of a day is exclusive already; an instant is inside.
  const before = end === null || isDay(ends.to) ? end : end + 1;
  return from !== null && before !== null && from >= before ? null : { from, before };
}

/** A stretch with days that move as the days that they are now; any other one as it is. */
export function spanAt(text: string, nowMs: number): string {
  const preset = RELATIVE_DATES.find((one) => one === text);
  if (preset === undefined) return text;
  const { from, to } = presetRange(preset, nowMs);
  return `${from}..${to}`;
}

/**
 * Milliseconds of an ISO instant with a zone whose shape the caller has looked at; null for a day or an hour that does
 * not exist: `Date.parse` takes 30 February for 2 March and 24:00 for the next day.
 */
export function zonedMs(shaped: string): number | null {
  const ms = isDay(shaped.slice(0, 10)) && shaped.slice(11, 13) !== "24" ? Date.parse(shaped) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
