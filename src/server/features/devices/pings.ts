/** Learns how often an app pings, from the pings themselves: its online window is twice that (rule 34). */
import type { App } from "../../platform/context.ts";

const SHORTEST_S = 10;
const LONGEST_S = 86_400;
/** Two intervals that differ by less than this share are the same. */
const ALIKE = 0.2;
/** An interval this much longer than the known one is a ping that went missing, until it repeats. */
const MISSED = 1.5;

/** What has been seen of one phone's pings. */
export interface PingMemory {
  readonly atMs: number;
  readonly intervalS: number | null;
}

const alike = (left: number, right: number): boolean => Math.abs(left - right) <= ALIKE * Math.max(left, right);

/**
 * What one more ping teaches.
 * @param knownS the interval that is stored, if any
 * @returns the memory for the next ping, and the interval to store (null: nothing new)
 */
export function learnPing(memory: PingMemory | null, knownS: number | null, nowMs: number): { memory: PingMemory; learntS: number | null } {
  if (memory === null) return { memory: { atMs: nowMs, intervalS: null }, learntS: null };
  const intervalS = Math.round((nowMs - memory.atMs) / 1000);
  const next = { atMs: nowMs, intervalS };
  // A retry of the same ping, or a phone that was away for days, teaches nothing.
  if (intervalS < SHORTEST_S) return { memory, learntS: null };
  if (intervalS > LONGEST_S || (knownS !== null && alike(intervalS, knownS))) return { memory: next, learntS: null };
  const repeated = memory.intervalS !== null && alike(intervalS, memory.intervalS);
  return { memory: next, learntS: knownS === null || intervalS < knownS * MISSED || repeated ? intervalS : null };
}

/** Takes note of a ping and stores what it teaches. What is remembered stands in the phone's row: its next ping may reach another process. */
export async function notePing(app: App, deviceId: bigint): Promise<void> {
  await app.db.tx(async (tx) => {
    const row = await tx.one<{ ping_seconds: number | null; pinged_ms: number | null; last_ping_seconds: number | null }>(
      "select ping_seconds, (extract(epoch from pinged_at) * 1000)::float8 as pinged_ms, last_ping_seconds from devices where id = $1 for update",
      [deviceId],
    );
    if (!row) return;
    const before = row.pinged_ms === null ? null : { atMs: row.pinged_ms, intervalS: row.last_ping_seconds };
    const { memory, learntS } = learnPing(before, row.ping_seconds, app.now());
    if (memory === before) return;
    await tx.run(
      "update devices set pinged_at = to_timestamp($2::float8 / 1000), last_ping_seconds = $3, ping_seconds = coalesce($4, ping_seconds) where id = $1",
      [deviceId, memory.atMs, memory.intervalS, learntS],
    );
  });
}
