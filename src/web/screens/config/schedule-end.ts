/** With which moments the dialog of a scheduled change opens. */
import { formatDateTime, DAY_MS, HOUR_MS } from "../../../contract/time.ts";

/** The next full hour that is at least half an hour away, ms. */
export const nextHour = (nowMs: number): number => Math.ceil((nowMs + HOUR_MS / 2) / HOUR_MS) * HOUR_MS;

/**
 * The end as it would be typed: the one that a held or refused change would have had; a day after the start where that moment has passed by then.
 * @param wouldEnd ISO moment, null: it had none
 * @param atMs when the change starts
 */
export function endToBegin(wouldEnd: string | null, atMs: number): string | null {
  if (wouldEnd === null) return null;
  const endMs = Date.parse(wouldEnd);
  return formatDateTime(endMs > atMs ? endMs : atMs + DAY_MS);
}
