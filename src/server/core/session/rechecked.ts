/** How long a re-authentication holds, as it is stored with its session (rule 37). */

/** From a proof or the last sensitive act. */
export const HOLDS_MS = 5 * 60_000;
/** From the proof, however busy its person is. */
export const MOST_MS = 30 * 60_000;

/** A session's re-authentication as it is stored. */
export interface Rechecked {
  /** From when the five minutes count: the proof or the last sensitive act. */
  readonly rechecked_at: Date | null;
  /** The proof itself. */
  readonly proved_at: Date | null;
}

/** Until when a re-authentication holds, ms; 0: there is none. */
export function recheckedUntil({ rechecked_at: from, proved_at: proved }: Rechecked): number {
  return from === null ? 0 : Math.min(from.getTime() + HOLDS_MS, (proved ?? from).getTime() + MOST_MS);
}
