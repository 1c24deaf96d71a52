/** Outages of the database while files are made: they are nobody's fault, so that no beginning is counted for them. */
import type { App } from "../../platform/context.ts";
import { isAway } from "../../platform/db/pool.ts";
import type { EarlyEnd } from "./early.ts";
import { LEASE_MS } from "./hold.ts";
import type { FileRow } from "./store.ts";

interface Outage {
  /** When the database was last away, ms of the process's own clock. */
  awayAt: number;
  /** Files of this process that it could not give back. */
  readonly owed: Map<number, { readonly file: FileRow; readonly how: EarlyEnd }>;
}
/** By what a process has once. */
const outages = new WeakMap<App["env"], Outage>();

function of({ env }: App): Outage {
  const known = outages.get(env) ?? { awayAt: Number.NEGATIVE_INFINITY, owed: new Map() };
  outages.set(env, known);
  return known;
}

/** Remembers what a file comes to that could not be told. */
export const owe = (app: App, file: FileRow, how: EarlyEnd): unknown => of(app).owed.set(file.id, { file, how });

/** Tells what could not be told, the oldest first. @throws as telling it does: what the database did not hear stays owed */
export async function settle(app: App, tell: (file: FileRow, how: EarlyEnd) => Promise<void>): Promise<void> {
  const { owed } = of(app);
  for (const [id, { file, how }] of owed) {
    owed.delete(id);
    await tell(file, how).catch((error: unknown) => {
      if (isAway(error)) owe(app, file, how);
      throw error;
    });
  }
}

/** The database has just come back: whoever makes a file could not say so, and gets the time of a lease to do it. */
export const isJustBack = (app: App): boolean => performance.now() - of(app).awayAt < LEASE_MS;

/** Notices when the database is away to this work. */
export async function watchAway<T>(app: App, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAway(error)) of(app).awayAt = performance.now();
    throw error;
  }
}
