/** Repeatable chance for tests and benches: a run is told by its seed alone. */

/** Numbers from 0 to below 1 that follow from a seed (mulberry32). Not for secrets. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Chance {
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Whole numbers and choices that follow from a seed. */
export function chanceOf(seed: number): Chance {
  const next = seeded(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}
