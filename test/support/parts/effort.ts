/** How hard tests try, and how often a row of the trust suite was tried (scripts/lib/trust/rows.mjs). */
import { appendFileSync } from "node:fs";

/** `ATTACK=full` runs the counts of the test plan; without it they are chosen to fit into `npm test`. */
export const FULL = process.env["ATTACK"] === "full";

/** How often: `usual`, or `full` under `ATTACK=full`. */
export const times = (usual: number, full: number): number => (FULL ? full : usual);

/** Where the run's chance begins (`TEST_SEED`); 1 without one. The same seed gives the same calls in the same order. */
export const SEED = Math.abs(Number(process.env["TEST_SEED"] ?? "")) || 1;

const counts = process.env["TRUST_COUNTS"] ?? "";

/** Counts tries of a row, by its id, for `npm run trust`; elsewhere it does nothing. */
export function tried(row: string, count = 1): void {
  if (counts !== "") appendFileSync(counts, `${row} ${count}\n`);
}
