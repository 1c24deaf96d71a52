/** A run's beginning. */

/** How far the product's clock may be from the simulator's: a busy machine measures the database's time that badly. */
const APART_MS = 2_000;

/**
 * A moment around which nothing happens: product and simulator tell the time each for itself, and what came before the
 * run must not be counted as the run's. @returns ISO
 */
export async function quietMoment(now: () => number, sleep: (ms: number) => Promise<void>): Promise<string> {
  await sleep(APART_MS);
  const moment = new Date(now()).toISOString();
  await sleep(APART_MS);
  return moment;
}
