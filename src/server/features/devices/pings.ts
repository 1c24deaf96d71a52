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

const memories = new WeakMap<App, Map<bigint, PingMemory>>();

/** Takes note of a ping and stores what it teaches. */
export async function notePing(app: App, deviceId: bigint): Promise<void> {
  let known = memories.get(app);
  if (!known) memories.set(app, (known = new Map()));
  const row = await app.db.one<{ ping_seconds: number | null }>("select ping_seconds from devices where id = $1", [deviceId]);
  const { memory, learntS } = learnPing(known.get(deviceId) ?? null, row?.ping_seconds ?? null, app.now());
  known.set(deviceId, memory);
  if (learntS !== null) await app.db.run("update devices set ping_seconds = $2 where id = $1", [deviceId, learntS]);
}
