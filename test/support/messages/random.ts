/** Repeatable chance for tests and benches: a run is told by its seed alone. */
import { seeded } from "../../../scripts/lib/random.mjs";

export { seeded };

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
