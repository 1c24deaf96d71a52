/** Numbers, times, ids and phone numbers as the product shows them. Pure functions. */
import { isOff } from "../../contract/money.ts";
import { formatDate, formatDateTime, DAY_MS } from "../../contract/time.ts";
import type { Locale } from "../screens.ts";
import { LANGUAGE_TAGS } from "./locale.ts";

export { formatDate, formatDateTime, isOff };

/** A real minus sign: as wide as a plus, unlike the hyphen. */
const MINUS = "\u2212";
export const ABSENT = "–";
const BUSINESS_ZONE = "Asia/Shanghai";

/** An amount in its parts: `{sign: "−", whole: "1,284,652", decimals: ".50"}`. Takes the contract's decimal strings. */
export function amountParts(amount: string): { sign: string; whole: string; decimals: string } {
  // What the server shows in place of an amount that is not for these eyes.
  if (!/\d/.test(amount)) return { sign: "", whole: amount, decimals: "" };
  const negative = amount.startsWith("-");
  const [whole = "0", decimals = "00"] = (negative ? amount.slice(1) : amount).split(".");
  return { sign: negative ? MINUS : "", whole: group(whole), decimals: `.${decimals.padEnd(2, "0")}` };
}

/** `1,284,652.50`; null is `–`. */
export function amountText(amount: string | null | undefined): string {
  if (amount === null || amount === undefined) return ABSENT;
  const { sign, whole, decimals } = amountParts(amount);
  return sign + whole + decimals;
}

/** An amount with its currency before it, as the head of a drawer shows it; the two never part at the end of a line. */
export function moneyText(amount: string, currency: string): string {
  return `${currency}\u00a0${amountText(amount)}`;
}

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** A whole number with grouping; null is `–`. */
export function countText(count: number | null | undefined): string {
  if (count === null || count === undefined) return ABSENT;
  return (count < 0 ? MINUS : "") + group(String(Math.abs(Math.trunc(count))));
}

/** Hundredths of a percent as a percentage with one decimal: 9876 is `98.8%`; null is `–`. */
export function bpsText(bps: number | null | undefined): string {
  return bps === null || bps === undefined ? ABSENT : `${(bps / 100).toFixed(1)}%`;
}

/** Used share of a limit, rounded down: one decimal below ten percent, and what is in use never reads as unused. */
export function usedText(bps: number | null | undefined): string {
  if (bps === null || bps === undefined) return ABSENT;
  if (bps >= 1000 || bps <= 0) return `${Math.floor(bps / 100)}%`;
  return bps < 10 ? "<0.1%" : `${(Math.floor(bps / 10) / 10).toFixed(1)}%`;
}

/** A fee rule's rate without rounding: 150 bps is `1.5%`. */
export function rateText(bps: number): string {
  return `${bps / 100}%`;
}

/** A stretch of time in the largest unit that fits: `45 秒`, `3 min`. */
export function durationText(ms: number | null | undefined, locale: Locale): string {
  if (ms === null || ms === undefined) return ABSENT;
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [value, unit] =
    seconds < 100
      ? [seconds, "second"]
      : seconds < 6000
        ? [Math.round(seconds / 60), "minute"]
        : seconds < 172_800
          ? [Math.round(seconds / 3600), "hour"]
          : [Math.round(seconds / 86_400), "day"];
  return spaced(
    new Intl.NumberFormat(LANGUAGE_TAGS[locale], { style: "unit", unit: String(unit), unitDisplay: locale === "zh" ? "short" : "short" }).format(Number(value)),
    locale,
  );
}

/** Chinese text with a space between digits and characters. */
function spaced(text: string, locale: Locale): string {
  return locale === "zh" ? text.replace(/(\d)(?=[\u4e00-\u9fff])/g, "$1 ") : text;
}

const relativeFormats = new Map<Locale, Intl.RelativeTimeFormat>();

/** `3 分钟前` for an instant within 24 hours of now (past or future), else null. */
export function relativeText(instant: string, nowMs: number, locale: Locale): string | null {
  const differenceMs = Date.parse(instant) - nowMs;
  if (!(Math.abs(differenceMs) < DAY_MS)) return null;
  let format = relativeFormats.get(locale);
  if (format === undefined) {
    format = new Intl.RelativeTimeFormat(LANGUAGE_TAGS[locale], { numeric: "always", style: "short" });
    relativeFormats.set(locale, format);
  }
  const seconds = Math.trunc(differenceMs / 1000);
  const size = Math.abs(seconds);
  if (size < 5) return locale === "zh" ? "刚刚" : "just now";
  const text =
    size < 60
      ? format.format(seconds, "second")
      : size < 3600
        ? format.format(Math.trunc(seconds / 60), "minute")
        : format.format(Math.trunc(seconds / 3600), "hour");
  return spaced(text, locale);
}

/** A day as people say it, for how far something reaches: `10月12日`, `12 Oct`; with the year where it is another one, with the time within two days. */
export function reachText(instant: string, nowMs: number, locale: Locale): string {
  const ms = Date.parse(instant);
  const zone = { timeZone: BUSINESS_ZONE } as const;
  const year = (at: number): string => new Intl.DateTimeFormat("en", { ...zone, year: "numeric" }).format(at);
  return new Intl.DateTimeFormat(locale === "zh" ? LANGUAGE_TAGS.zh : "en-GB", {
    ...zone,
    month: "short",
    day: "numeric",
    ...(year(ms) === year(nowMs) ? {} : { year: "numeric" }),
    ...(Math.abs(nowMs - ms) < 2 * DAY_MS ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } : {}),
  }).format(ms);
}

/** Shows an id shortened in the middle; the length of the parts keeps type letter, day and the telling end. */
export function shortId(id: string, head = 7, tail = 4): string {
  return id.length <= head + tail + 1 ? id : `${id.slice(0, head)}…${id.slice(-tail)}`;
}

/** Groups a phone number for reading: `01712 345 678`; others in threes from the end. Unknown characters stay. */
export function phoneText(phone: string): string {
  const found = /^(\+?)([\dXx*•]+)$/.exec(phone);
  if (!found) return phone;
  const [, plus = "", digits = ""] = found;
  if (digits.length <= 6) return phone;
  const head = digits.length - 6;
  return `${plus}${digits.slice(0, head)} ${digits.slice(head, head + 3)} ${digits.slice(head + 3)}`;
}

/** Seconds to wait as `1:05` (minutes and seconds), for lock-outs. */
export function waitText(seconds: number, locale: Locale): string {
  return durationText(Math.max(1, Math.ceil(seconds)) * 1000, locale);
}
