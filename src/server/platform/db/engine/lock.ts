/**
 * One start or stop at a time per data folder, and the list of processes that use the database: it is
 * stopped by the last of them only.
 */
import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning, processName, sleepMs } from "./proc.ts";

const WAIT_MS = 180_000;

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/**
 * Takes a dead process's lock away. Renaming picks exactly one winner among several that saw the same
 * dead lock; when a live lock was caught by accident it is put back.
 */
function clearStale(lockFile: string, seen: string): void {
  const aside = `${lockFile}.${randomBytes(6).toString("hex")}`;
  try {
    renameSync(lockFile, aside);
  } catch {
    return;
  }
  if (readOrNull(aside) !== seen) {
    try {
      linkSync(aside, lockFile);
    } catch {
      // Somebody holds a newer one: the usual waiting goes on.
    }
  }
  rmSync(aside, { force: true });
}

/**
 * Takes the launcher's lock of a data folder and returns the function that gives it back. A lock left
 * behind by a killed process is recognised (process id and start time) and taken over.
 */
export async function takeLock(dataDir: string): Promise<() => void> {
  const lockFile = join(dataDir, "engine.lock");
  const mine = join(dataDir, `engine.lock.${randomBytes(6).toString("hex")}`);
  const content = `${processName(process.pid)} ${randomBytes(6).toString("hex")}`;
  writeFileSync(mine, content, { mode: 0o600, flag: "wx" });
  const giveUpAt = Date.now() + WAIT_MS;
  try {
    for (;;) {
      try {
        // A link appears with its content in one step, unlike a file that is created and then written.
        linkSync(mine, lockFile);
        return () => {
          if (readOrNull(lockFile) === content) rmSync(lockFile, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const holder = readOrNull(lockFile);
      if (holder !== null && !isRunning(holder.split(" ")[0] ?? "")) clearStale(lockFile, holder);
      else await sleepMs(20);
      if (Date.now() > giveUpAt) {
        throw new Error(
          `Another start or stop of the database in ${dataDir} has been running for ${WAIT_MS / 60_000} minutes (process ${holder ?? "unknown"}).`,
        );
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

const holdersDir = (dataDir: string): string => join(dataDir, "holders");

/** Notes that this process uses the database; returns the mark for {@link removeHolder}. */
export function addHolder(dataDir: string): string {
  mkdirSync(holdersDir(dataDir), { recursive: true, mode: 0o700 });
  const mark = `${processName(process.pid)}-${randomBytes(4).toString("hex")}`;
  writeFileSync(join(holdersDir(dataDir), mark), "", { mode: 0o600 });
  return mark;
}

/** Removes this process's mark and those of dead processes; returns how many others still use it. */
export function removeHolder(dataDir: string, mark: string): number {
  const dir = holdersDir(dataDir);
  rmSync(join(dir, mark), { force: true });
  let live = 0;
  for (const name of readdirSync(dir)) {
    if (isRunning(name.split("-").slice(0, 2).join("-"))) live += 1;
    else rmSync(join(dir, name), { force: true });
  }
  return live;
}
