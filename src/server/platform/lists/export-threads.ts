/**
 * The threads of exports. To start one costs the processor 50 ms, as much as a file of ten thousand rows: one that has done its
 * work waits a while for the next export.
 */
import type { Worker } from "node:worker_threads";
import { endThread, startThread } from "../threads/threads.ts";
import type { ExportOrder } from "./export-job.ts";

/** A thread needs little; what it may keep young, the server's own setting of which is meant for orders, counts most. */
const LIMITS = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 64 };
/** Who exports again, does so soon; a thread that waits longer only keeps memory. */
const IDLE_MS = 10_000;

/** A thread that has nothing to do, and when it ends. At most one waits. */
let idle: { readonly thread: Worker; readonly end: NodeJS.Timeout; readonly onExit: () => void } | null = null;

/** A thread for one export, begun. It is given back by {@link giveBack}, or ended by `endThread`. */
export async function threadFor(order: Extract<ExportOrder, { type: "start" }>): Promise<Worker> {
  const thread = taken() ?? (await startThread("export-thread", new URL("./export-thread.ts", import.meta.url), { limits: LIMITS }));
  thread.ref();
  thread.postMessage(order);
  return thread;
}

function taken(): Worker | null {
  if (idle === null) return null;
  const { thread, end, onExit } = idle;
  idle = null;
  clearTimeout(end);
  thread.off("exit", onExit);
  return thread;
}

function endIdle(): void {
  const thread = taken();
  if (thread !== null) void endThread(thread);
}

/** Takes a thread back that nobody listens to any more, whose export is whole and whose blocks have all been read; it ends when another one waits already. */
export async function giveBack(thread: Worker): Promise<void> {
  if (idle !== null) return endThread(thread);
  const onExit = (): void => {
    if (idle?.thread !== thread) return;
    clearTimeout(idle.end);
    idle = null;
  };
  thread.once("exit", onExit);
  // A thread that fails while it waits ends, and nobody else is told.
  thread.once("error", onExit);
  thread.unref();
  idle = { thread, onExit, end: setTimeout(endIdle, IDLE_MS).unref() };
}
