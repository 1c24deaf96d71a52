/** Which processes a start makes on this machine. */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Env } from "../platform/env.ts";
import type { ProcessPlan } from "./orders.ts";

/** A container's bound of processor time in the file that Linux keeps (`quota period`, or `max period`): whole cores, at least one; null: none. */
export function boundOf(cpuMax: string): number | null {
  const [quota, period] = cpuMax.trim().split(/\s+/).map(Number);
  return quota !== undefined && period !== undefined && quota > 0 && period > 0 ? Math.max(1, Math.floor(quota / period)) : null;
}

/** Cores that this start may use: those of the machine, or fewer where its container is bound. */
export function coresHere(): number {
  let bound: number | null = null;
  try {
    bound = boundOf(readFileSync("/sys/fs/cgroup/cpu.max", "utf8"));
  } catch {
    // No such file: not Linux, or not in a group of its own.
  }
  return Math.min(availableParallelism(), bound ?? Number.POSITIVE_INFINITY);
}

/** With the database on the same machine, more would take the processors from it. */
const MOST_BESIDE_DATABASE = 4;

/**
 * Processes that answer calls, unless `API_PROCESSES` says otherwise: one for each core but one, which the database or the
 * worker takes (docs/decisions/0038). @param hasDatabase the embedded database runs on this machine
 */
export function usualApiProcesses(cores: number, hasDatabase: boolean): number {
  return Math.max(1, Math.min(cores - 1, hasDatabase ? MOST_BESIDE_DATABASE : 64));
}

/**
 * The processes of a start. One alone does everything its role says; several leave jobs and notifications to a worker apart.
 * @param usual how many answer calls where the settings do not say
 * @param most how many processes there is room for; only {@link usual} gives way to it
 */
export function processesOf(env: Pick<Env, "role" | "apiProcesses">, usual: number, most: number): readonly ProcessPlan[] {
  const besides = env.role === "all" ? 1 : 0;
  const count = env.role === "worker" ? 1 : (env.apiProcesses ?? Math.max(1, Math.min(usual, most - besides)));
  if (count === 1) return [{ name: env.role, role: env.role, listens: true }];
  const api = Array.from({ length: count }, (_unused, index): ProcessPlan => ({ name: `api ${index + 1}`, role: "api", listens: true }));
  return besides > 0 ? [...api, { name: "worker", role: "worker", listens: false }] : api;
}
