/** Whether the server answers at all, and waiting for it: what a page does by itself that cannot go on without. */

/** How often a server that does not answer is asked, ms. */
export const ASK_EVERY_MS = 2000;

/** How long an answer may take before the server counts as one that does not answer, ms: what hangs may hang for good. */
export const ANSWER_MS = 5000;

/** Whether a reload would bring a page: the server answers for this address. */
export async function wouldLoad(address: string): Promise<boolean> {
  const answer = await fetch(address, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
  return answer !== null && answer.status < 500;
}

/** A pause before the next question. */
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Waits until the server answers.
 * @param gone ends the waiting
 * @param away told, once, that it does not answer yet
 * @returns false: the waiting was ended
 */
export async function untilThere(gone?: AbortSignal, away?: () => void): Promise<boolean> {
  for (let tries = 0; !(await wouldLoad(location.href)); tries += 1) {
    if (gone?.aborted === true) return false;
    if (tries === 0) away?.();
    await pause(ASK_EVERY_MS);
  }
  return gone?.aborted !== true;
}
