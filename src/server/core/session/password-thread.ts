/**
 * Compares passwords, one after the other, in a thread that the machine serves after all others: a flood of guesses then costs those
 * who work hardly anything, and whoever signs in on a busy machine waits a little.
 */
import { verifySync } from "@node-rs/argon2";
import { readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { endWhenTold } from "../../platform/threads/end-when-told.ts";

/** A stored hash and what it is compared with. */
export interface Comparison {
  readonly stored: string;
  readonly password: string;
}
/** What came of it. */
export interface Compared {
  /** null: the hash is none. */
  readonly fits: boolean | null;
  /** Whether the system lets this thread stand behind the others. */
  readonly behind: boolean;
}

/** So many steps behind the process: of a processor that both want it gets a tenth; where nobody else wants it, all of it. */
const BEHIND = 10;

function stepBack(): boolean {
  try {
    // On Linux a thread has a priority of its own, under its own number.
    const self = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(self, Math.min(constants.priority.PRIORITY_LOW, getPriority() + BEHIND));
    return true;
  } catch {
    return false;
  }
}

function compare({ stored, password }: Comparison): boolean | null {
  try {
    return verifySync(stored, password);
  } catch {
    return null;
  }
}

const behind = stepBack();
const port = parentPort;
if (port) {
  endWhenTold(port);
  port.on("message", (asked: Comparison) => port.postMessage({ fits: compare(asked), behind } satisfies Compared));
}
