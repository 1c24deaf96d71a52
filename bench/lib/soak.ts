/** What a long run watches: the server's memory and handles, the database's dead rows; and how steeply they rise. */
import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";

/** One look. */
export interface Sample {
  /** Since the load began. */
  readonly minutes: number;
  readonly memoryMb: number;
  readonly handles: number;
  readonly deadRows: number;
  readonly liveRows: number;
}

/** Looks now. @throws Error where the system has no /proc */
export async function look(pid: number, owner: pg.Client, minutes: number): Promise<Sample> {
  const kb = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  const { rows } = await owner.query<{ dead: string; live: string }>(
    "select coalesce(sum(n_dead_tup), 0) as dead, coalesce(sum(n_live_tup), 0) as live from pg_stat_user_tables",
  );
  return { minutes, memoryMb: kb / 1024, handles: readdirSync(`/proc/${pid}/fd`).length, deadRows: Number(rows[0]?.dead), liveRows: Number(rows[0]?.live) };
}

/** Rise a minute: the least squares of what was seen; 0 for fewer than two looks. */
export function slope(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const count = samples.length;
  const mean = (value: (sample: Sample) => number): number => samples.reduce((sum, sample) => sum + value(sample), 0) / count;
  const [x, y] = [mean(({ minutes }) => minutes), mean(of)];
  const across = samples.reduce((sum, sample) => sum + (sample.minutes - x) ** 2, 0);
  return across === 0 ? 0 : samples.reduce((sum, sample) => sum + (sample.minutes - x) * (of(sample) - y), 0) / across;
}
