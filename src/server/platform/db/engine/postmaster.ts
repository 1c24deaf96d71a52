/** Reads `postmaster.pid` and judges whether a server of ours is behind it. */
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { isPostmasterOf, sleepMs } from "./proc.ts";

/** The lines of `postmaster.pid` that matter. */
export interface PidFile {
  pid: number;
  port: number;
  status: string;
}

const pidFile = (pgData: string): string => join(pgData, "postmaster.pid");

/** The pid file of this data folder; null when there is none or it was written for another folder. */
export function readPidFile(pgData: string): PidFile | null {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(pgData), "utf8").split("\n");
  } catch {
    return null;
  }
  const [pid, folder, , port, , , , status] = lines;
  const id = Math.abs(Number(pid));
  if (!Number.isInteger(id) || id === 0 || folder !== pgData) return null;
  return { pid: id, port: Number(port), status: (status ?? "").trim() };
}

/**
 * The running server of this data folder, once it is ready for use; waits through its start or stop.
 * Null when none runs.
 */
export async function findRunning(pgData: string): Promise<PidFile | null> {
  for (;;) {
    const seen = readPidFile(pgData);
    if (seen === null || isPostmasterOf(seen.pid, pgData) !== "yes") return null;
    if (seen.status === "ready") return seen;
    await sleepMs(20);
  }
}

/**
 * Removes a pid file whose process id now belongs to something else: PostgreSQL only asks whether such
 * a process exists and would refuse to start. A file that names no living process is left to
 * PostgreSQL, which also checks that no worker of the dead server still runs.
 */
export function clearStalePidFile(pgData: string): void {
  let pid: number;
  try {
    pid = Math.abs(Number.parseInt(readFileSync(pidFile(pgData), "utf8"), 10));
  } catch {
    return;
  }
  if (Number.isInteger(pid) && pid > 0) {
    try {
      process.kill(pid, 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ESRCH") return;
    }
    if (isPostmasterOf(pid, pgData) !== "no") return;
  }
  rmSync(pidFile(pgData), { force: true });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", () => done(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => done(true)));
  });
}

/**
 * The remembered port while it is free, else another one. Below the range that systems give to
 * outgoing connections, so that it is likely to be free at the next start too.
 */
export async function choosePort(remembered: number | null): Promise<number> {
  if (remembered !== null && (await isFree(remembered))) return remembered;
  for (let tries = 0; tries < 200; tries += 1) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error("No free port for the embedded database was found on 127.0.0.1 between 20000 and 32000.");
}
