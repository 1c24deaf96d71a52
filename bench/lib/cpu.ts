/** Processor time by part, from /proc: what one order or message costs, whatever else the machine is doing. */
import { readdirSync, readFileSync } from "node:fs";

const TICK_US = 10_000;

/** Processor time so far, in microseconds. */
export interface CpuTimes {
  readonly server: number;
  readonly database: number;
  readonly generator: number;
}

function fieldsOf(pid: string): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    return null;
  }
}

/** A process's own time and that of its children that have ended, µs. */
function spent(fields: readonly string[]): number {
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) * TICK_US;
}

/** The postmaster above a database backend. */
function postmasterOf(backend: number): string {
  return fieldsOf(String(backend))?.[1] ?? "0";
}

/** Reads the times now, the server's with its processes; null where there is no /proc. `backend`: any connection's process of the database. */
export function cpuTimes(serverPid: number, backend: number): CpuTimes | null {
  const server = fieldsOf(String(serverPid));
  const postmaster = postmasterOf(backend);
  const main = fieldsOf(postmaster);
  if (!server || !main) return null;
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(fieldsOf);
  const children = (parent: string): number => all.reduce((sum, fields) => sum + (fields?.[1] === parent ? spent(fields) : 0), 0);
  const { user, system } = process.cpuUsage();
  return { server: spent(server) + children(String(serverPid)), database: spent(main) + children(postmaster), generator: user + system };
}

/** Microseconds of each part for one piece of work. */
export function cpuEach(before: CpuTimes, after: CpuTimes, pieces: number): CpuTimes {
  const each = (part: keyof CpuTimes): number => Math.round((after[part] - before[part]) / Math.max(1, pieces));
  return { server: each("server"), database: each("database"), generator: each("generator") };
}
