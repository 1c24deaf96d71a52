/** What an attempt's answer means and when the next one is due (rule 30). Pure. */

/** Pause before each attempt, ms; the last one repeats until the notification is given up. */
export const WAITS_MS: readonly number[] = [0, 5_000, 30_000, 120_000, 300_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 28_800_000];
const JITTER = 0.2;
/** An attempt this close to the end was the last one, ms. */
const LAST_MINUTE_MS = 60_000;
const ACKS = ["SUCCESS", "success", "ok"];

/** What came back from the target. */
export interface Answer {
  /** HTTP status; null when there was none. */
  readonly code: number | null;
  readonly ms: number;
  /** At most 200 bytes of the answer's body. */
  readonly bodyStart: string | null;
  /** A short word where something other than the status failed. */
  readonly error: string | null;
  /** From `Retry-After`, ms from now. */
  readonly retryAfterMs: number | null;
}

export type Outcome = "delivered" | "waiting" | "failed" | "stopped";
export interface Verdict {
  readonly outcome: Outcome;
  /** When to try again, ms; null unless `waiting`. */
  readonly nextAtMs: number | null;
  /** The attempt's error as it is shown, null where the status says it all. */
  readonly error: string | null;
}

/** True when the body is the word that some merchants' systems must answer; quotes and blanks around it do not matter. */
export function isAck(bodyStart: string | null): boolean {
  return ACKS.includes((bodyStart ?? "").trim().replace(/^"(.*)"$/, "$1"));
}

/**
 * Judges one attempt.
 * @param sent the attempt's place in its round, from 1 (a resend by hand begins a new round)
 * @param giveUpAtMs end of the round
 * @param random 0..1, for the jitter
 */
export function judge(
  answer: Answer,
  sent: number,
  giveUpAtMs: number,
  nowMs: number,
  options: { requireAck: boolean; waits?: readonly number[]; random?: number },
): Verdict {
  const success = answer.code !== null && answer.code >= 200 && answer.code < 300 && (answer.error === null || !options.requireAck);
  if (success && (!options.requireAck || isAck(answer.bodyStart))) return { outcome: "delivered", nextAtMs: null, error: null };
  const error = success ? "no_ack" : (answer.error ?? (answer.code !== null && answer.code >= 300 && answer.code < 400 ? "redirect" : null));
  if (answer.code === 410) return { outcome: "stopped", nextAtMs: null, error };
  if (nowMs >= giveUpAtMs - LAST_MINUTE_MS) return { outcome: "failed", nextAtMs: null, error };
  const waits = options.waits ?? WAITS_MS;
  const wait = (waits[Math.min(sent, waits.length - 1)] ?? 0) * (1 + JITTER * (2 * (options.random ?? Math.random()) - 1));
  // The last try stands at the very end of the round, whatever Retry-After asks for.
  return { outcome: "waiting", nextAtMs: Math.min(nowMs + Math.max(wait, answer.retryAfterMs ?? 0), giveUpAtMs), error };
}

/** Reads `Retry-After`: seconds or an HTTP date. Null when there is none or it cannot be read. */
export function parseRetryAfter(unchecked: string | null | undefined, nowMs: number): number | null {
  const text = unchecked?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = /^[A-Za-z]{3},/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
