/** Waiting a while for work that goes on by itself. */

/**
 * Waits for work that was begun, at most so long.
 * @param ms how long
 * @returns null when it was not done by then: it goes on, and that it fails later is for whoever does it again
 */
export async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, ms, null)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
