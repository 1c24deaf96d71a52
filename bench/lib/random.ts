/** A seeded stream of numbers: a bench that draws at random draws the same each time. */

/** Numbers from 0 up to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of these by a number from 0 up to 1; undefined where there is none. */
export function at<T>(items: readonly T[], share: number): T | undefined {
  return items[Math.floor(share * items.length)];
}
