/**
 * Compares passwords, one after the other, in a thread that the machine serves after all others: a flood of guesses then costs those
 * who work hardly anything, and whoever signs in on a busy machine waits a little.
 */
import { verifySync } from "@node-rs/argon2";
import { readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

/** One comparison: a stored hash and what it is compared with. The answer is whether they fit; null: the hash is none. */
export interface Comparison {
  readonly stored: string;
  readonly password: string;
}

/** So many steps behind the process: of a processor that both want it gets a tenth; where nobody else wants it, all of it. */
const BEHIND = 10;

try {
  // On Linux a thread has a priority of its own, under its own number. Elsewhere there is no such number, and it runs as all do.
  const self = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  setPriority(self, Math.min(constants.priority.PRIORITY_LOW, getPriority() + BEHIND));
} catch {
  // Slower for others, and right all the same.
}

parentPort?.on("message", ({ stored, password }: Comparison) => {
  let fits: boolean | null;
  try {
    fits = verifySync(stored, password);
  } catch {
    fits = null;
  }
  parentPort?.postMessage(fits);
});
