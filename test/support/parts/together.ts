/** Calls at once, as races make them. */
import { seeded } from "../../../scripts/lib/random.mjs";
import { SEED } from "./effort.ts";

/**
 * Runs the calls at the same moment, in an order that the seed and the run's own ({@link SEED}) decide.
 * @param late by how many milliseconds a call comes after the others: of two ways of different length the same one would always be first
 */
export async function together<T>(calls: readonly (() => Promise<T>)[], seed = 1, late: (index: number) => number = () => 0): Promise<T[]> {
  const random = seeded(seed + SEED);
  const order = calls.map((call, index) => ({ call, index, at: random() })).sort((left, right) => left.at - right.at);
  const answers: T[] = [];
  answers.length = calls.length;
  await Promise.all(
    order.map(async ({ call, index }) => {
      if (late(index) > 0) await new Promise((resolve) => setTimeout(resolve, late(index)));
      answers[index] = await call();
    }),
  );
  return answers;
}
