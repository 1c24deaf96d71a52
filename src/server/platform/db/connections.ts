/** How many connections the database has for us, and how large the pools may be so that its limit is never met. */
import { connectTo } from "./hosts/index.ts";
import { EXPORT_CONNECTIONS, LANE_CONNECTIONS, LIST_CONNECTIONS, SIDE_CONNECTIONS, SWEEP_CONNECTIONS } from "./pools.ts";

/** Connections of their own that a process keeps: its number's lease, live events, limits, tasks of phones, notifications, who is primary. */
const SESSIONS = 6;
/** Connections of a process beside its pool. */
export const BESIDE_POOL = SIDE_CONNECTIONS + LANE_CONNECTIONS + LIST_CONNECTIONS + EXPORT_CONNECTIONS + SWEEP_CONNECTIONS + SESSIONS;
/** Left to people and programs beside the server: a backup, `npm run prove`, somebody who looks inside. */
const RESERVE = 5;
/** Four jobs may hold a connection for their lock at once and need others to work with. */
export const LEAST_POOL = 6;
export const MOST_POOL = 200;
/** More helps nobody: what is busy goes over connections of the batches' own. */
const USUAL_POOL = 16;

/** Reads how many connections the role of this address may have at once: the least bound of server, database and role. */
export async function roomFor(appUrl: string): Promise<number> {
  const client = await connectTo(appUrl);
  try {
    const { rows } = await client.query<{ room: number }>(
      `select least(
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int - coalesce(current_setting('reserved_connections', true)::int, 0),
         (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
         (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as room`,
    );
    return rows[0]?.room ?? 0;
  } finally {
    await client.end();
  }
}

/** How many processes the database has room for, with pools of this size. */
export function processesWithin(room: number, pool: number | null): number {
  return Math.max(1, Math.floor((room - RESERVE) / ((pool ?? USUAL_POOL) + BESIDE_POOL)));
}

/**
 * The largest pool that each process may have.
 * @param processes how many this start makes
 * @param wanted `POOL_MAX`; null: as large as usual, less where there is no room
 * @param room connections that the database has for us ({@link roomFor})
 * @throws Error with one sentence that names the setting, what it needs and what there is
 */
export function poolSize(processes: number, wanted: number | null, room: number): number {
  const need = (pool: number): number => processes * (pool + BESIDE_POOL) + RESERVE;
  const most = Math.min(MOST_POOL, Math.floor((room - RESERVE) / processes) - BESIDE_POOL);
  const several = processes === 1 ? "one process" : `${processes} processes`;
  if (most < LEAST_POOL && processes === 1)
    throw new Error(`The server needs at least ${need(LEAST_POOL)} connections and the database has ${room} for us: raise its max_connections.`);
  if (most < LEAST_POOL)
    throw new Error(
      `API_PROCESSES: ${several} need at least ${need(LEAST_POOL)} connections and the database has ${room} for us: set API_PROCESSES to less, or raise its max_connections.`,
    );
  if (wanted !== null && wanted > most)
    throw new Error(
      `POOL_MAX=${wanted} in ${several} needs ${need(wanted)} connections and the database has ${room} for us: set POOL_MAX to ${most} or less, or raise its max_connections.`,
    );
  return wanted ?? Math.min(USUAL_POOL, most);
}
