/** How much of a core is to be had now: marks in seconds mean a machine that has nothing else to do. */
import { loadavg } from "node:os";

const LOOK_MS = 1500;

/** What a busy loop got of a core, 0 to 1, and the system's load average of the last minute. */
export interface Machine {
  readonly share: number;
  readonly loadAverage: number;
}

/** Looks for a second and a half, before anything of ours runs. */
export function lookAtMachine(): Machine {
  const [began, before] = [performance.now(), process.cpuUsage()];
  while (performance.now() < began + LOOK_MS);
  const spent = process.cpuUsage(before);
  return { share: Math.min(1, (spent.user + spent.system) / 1000 / (performance.now() - began)), loadAverage: loadavg()[0] ?? 0 };
}
