/** Parts of a moment written as `YYYY/MM/DD HH:mm`, moved one by one. Pure. */
import { formatDateTime, readDateTime } from "../../contract/time.ts";

/** Where each part ends in the text, and what it is. */
const PARTS = [
  { start: 0, end: 4, part: "year" },
  { start: 5, end: 7, part: "month" },
  { start: 8, end: 10, part: "day" },
  { start: 11, end: 13, part: "hour" },
  { start: 14, end: 16, part: "minute" },
] as const;
const UNIT_MS = { day: 86_400_000, hour: 3_600_000, minute: 60_000 } as const;

/** The same day of another month, or that month's last day where it has none such. */
function monthsOn(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split("/").map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  const first = new Date(Date.UTC(year, month - 1 + count, 1)).toISOString();
  return `${first.slice(0, 8).replaceAll("-", "/")}${String(Math.min(date, last)).padStart(2, "0")}`;
}

/**
 * Moves the part under the caret by one, as arrow keys do.
 * @returns the new text and the part's place in it, or null where the text is no moment
 */
export function stepped(typed: string, caret: number, by: 1 | -1): { text: string; start: number; end: number } | null {
  const at = readDateTime(typed);
  if (at === null) return null;
  const { start, end, part } = PARTS.find((one) => caret <= one.end) ?? PARTS[4];
  const text = formatDateTime(at);
  const moved =
    part === "year" || part === "month"
      ? `${monthsOn(text.slice(0, 10), part === "year" ? 12 * by : by)}${text.slice(10)}`
      : formatDateTime(at + by * UNIT_MS[part]);
  return { text: moved, start, end };
}
