/**
 * Threads beside the process's own. They end by themselves when they are told to: one that is ended from outside while it makes a
 * packer (zlib) takes the whole process with it, with all that is under way in it (Node asserts "close before init").
 */
import { type ResourceLimits, Worker } from "node:worker_threads";
import { END } from "./end-when-told.ts";
import { threadProgram } from "./program.ts";

/** A thread that does not hear for so long hangs, ms: only then is it ended from outside. */
const HEARS_WITHIN_MS = 10_000;

const living = new Set<Worker>();

interface ThreadOptions {
  readonly limits: ResourceLimits;
  readonly workerData?: unknown;
}

/**
 * Begins a thread, whose program calls `endWhenTold`.
 * @param name @param source as {@link threadProgram} takes them
 */
export async function startThread(name: string, source: URL, { limits, workerData }: ThreadOptions): Promise<Worker> {
  const program = await threadProgram(name, source);
  const thread = new Worker(program.source, { eval: program.eval, workerData, resourceLimits: limits, execArgv: [] });
  living.add(thread);
  thread.once("exit", () => living.delete(thread));
  return thread;
}

/** Tells a thread to end, and waits until it has. */
export async function endThread(thread: Worker): Promise<void> {
  if (!living.has(thread)) return;
  // What fails on its way out is nobody's any more.
  thread.on("error", () => undefined);
  await new Promise<void>((done) => {
    const late = setTimeout(() => void thread.terminate(), HEARS_WITHIN_MS).unref();
    thread.once("exit", () => {
      clearTimeout(late);
      done();
    });
    thread.postMessage(END);
  });
}

/** Ends all that there are, before the process does: its end is one from outside. */
export async function endThreads(): Promise<void> {
  await Promise.all([...living].map(endThread));
}
