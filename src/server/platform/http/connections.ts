/**
 * How many connections are open at once: what the system allows this process less what it needs itself. Whoever opens more is
 * turned away at once; else the database could not be reached any more, and every job would fail.
 */
import { readFileSync } from "node:fs";
import type { Server } from "node:net";

/** Connections to the database and to others, files of exports, logs. */
const OWN_FILES = 1_000;
/** Where the system allows little, callers have this share of it. */
const SHARE = 0.5;

/** Callers' part of what may be open; null: nobody knows or nothing limits it. @param limits text of /proc/self/limits */
export function connectionsOf(limits: string): number | null {
  const open = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
  return Number.isFinite(open) ? Math.max(open - OWN_FILES, Math.floor(open * SHARE)) : null;
}

/** Bounds a server's connections, where the system says how many files may be open. */
export function boundConnections(server: Server): void {
  let limits = "";
  try {
    limits = readFileSync("/proc/self/limits", "utf8");
  } catch {
    // A system without it.
  }
  const most = connectionsOf(limits);
  if (most !== null) server.maxConnections = most;
}
