/**
 * What the launcher needs to know about other processes. A process id alone proves nothing: ids are
 * recycled, so a process is named by its id together with the moment it started.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";

/** Waits; kept here so that every poll loop of the launcher reads alike. */
export function sleepMs(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/**
 * A mark that differs between two processes that got the same id: the start time in clock ticks on
 * Linux, the start date elsewhere. Null when there is no such process, or only its zombie.
 */
export function startMark(pid: number): string | null {
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The command stands in brackets and may hold spaces: fields are counted after the last bracket.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
    } catch {
      return null;
    }
  }
  const ps = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  const started = (ps.stdout ?? "").trim();
  return ps.status === 0 && started !== "" ? started.replaceAll(/[^0-9A-Za-z]/g, "") : null;
}

/** The name of this process or another in lock and holder files: `pid-startmark`. */
export function processName(pid: number): string {
  return `${pid}-${startMark(pid) ?? "gone"}`;
}

/** Whether the process that wrote this name (see {@link processName}) still runs. */
export function isRunning(name: string): boolean {
  const [pid, mark] = name.trim().split("-");
  const id = Number(pid);
  if (!Number.isInteger(id) || id <= 0 || mark === undefined) return false;
  return startMark(id) === mark;
}

/**
 * Whether the process is a PostgreSQL main process of this data folder. `unknown` means that it lives
 * but may not be looked at, as it belongs to somebody else.
 */
export function isPostmasterOf(pid: number, pgData: string): "yes" | "no" | "unknown" {
  if (startMark(pid) === null) return "no";
  if (process.platform === "linux") {
    try {
      // PostgreSQL changes into its data folder and stays there.
      return readlinkSync(`/proc/${pid}/cwd`) === pgData ? "yes" : "no";
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ENOENT" ? "no" : "unknown";
    }
  }
  const ps = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return (ps.stdout ?? "").includes(pgData) ? "yes" : "no";
}
