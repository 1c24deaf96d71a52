/** How hard tests try, and how often a row of the trust suite was tried (scripts/lib/trust/rows.mjs). */
import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { expect } from "vitest";

/** `ATTACK=full` runs the counts of the test plan; without it they are chosen to fit into `npm test`. */
export const FULL = process.env["ATTACK"] === "full";

/** How often: `usual`, or `full` under `ATTACK=full`. */
export const times = (usual: number, full: number): number => (FULL ? full : usual);

/** Where the run's chance begins (`TEST_SEED`); 1 without one. The same seed gives the same calls in the same order. */
export const SEED = Math.abs(Number(process.env["TEST_SEED"] ?? "")) || 1;

const counts = process.env["TRUST_COUNTS"] ?? "";

/**
 * Counts tries of a row, by its id, for `npm run trust`; elsewhere it does nothing. They count for the test that is running: of a
 * row of several tests each has its own count (scripts/lib/trust/counts.mjs).
 * @param callers how many acted at once, where the row asks for a number of them
 */
export function tried(row: string, count = 1, callers?: number): void {
  if (counts === "") return;
  const { testPath = "", currentTestName = "" } = expect.getState();
  appendFileSync(
    counts,
    `${JSON.stringify({ row, count, path: relative(process.cwd(), testPath), title: currentTestName.replaceAll(" > ", " "), callers })}\n`,
  );
}

/** Counts one round of a race by what it brought: an answer for each who called at once. */
export const raced = (row: string, ...answers: readonly (readonly unknown[])[]): void =>
  tried(
    row,
    1,
    answers.reduce((sum, part) => sum + part.length, 0),
  );

/**
 * Endings that a race must have had over all of its rounds: one that always ends the same way has tried nothing.
 * Rounds go on past their number until each was seen, up to three times as many; then it fails and names the seed.
 */
export class Endings {
  private readonly seen = new Map<string, number>();
  private rounds = 0;

  constructor(
    private readonly wanted: number,
    ...names: readonly string[]
  ) {
    for (const name of names) this.seen.set(name, 0);
  }

  private get unseen(): string[] {
    return [...this.seen].filter(([, count]) => count === 0).map(([name]) => name);
  }

  /** The numbers of the rounds, from 0. */
  *[Symbol.iterator](): Generator<number> {
    const most = Math.max(3 * this.wanted, 40);
    while (this.rounds < this.wanted || (this.unseen.length > 0 && this.rounds < most)) yield this.rounds++;
    const missed = this.unseen;
    if (missed.length > 0)
      throw new Error(`${missed.join(", ")} never came of ${this.rounds} rounds (TEST_SEED=${SEED}); seen: ${JSON.stringify(Object.fromEntries(this.seen))}`);
  }

  /** Who is ahead of the others in a round: nobody in every other one, else by turns. */
  static ahead<T>(round: number, ...kinds: readonly T[]): T | undefined {
    return round % 2 === 0 ? undefined : kinds[(round >> 1) % kinds.length];
  }

  /** How much later the others come where somebody is ahead, ms: more and more, as no one time is enough on every machine. */
  static headMs(round: number): number {
    return 15 * 2 ** ((round >> 2) % 6);
  }

  /** How much later than those who are ahead one comes in a round, ms. */
  static late<T>(round: number, own: T, ...kinds: readonly T[]): number {
    const ahead = Endings.ahead(round, ...kinds);
    return ahead === undefined || own === ahead ? 0 : Endings.headMs(round);
  }

  /** One round ended so. @throws Error for an ending that was not foreseen */
  ended(name: string): void {
    const before = this.seen.get(name);
    if (before === undefined) throw new Error(`a race ended by ${name}; foreseen are ${[...this.seen.keys()].join(", ")}`);
    this.seen.set(name, before + 1);
  }
}
