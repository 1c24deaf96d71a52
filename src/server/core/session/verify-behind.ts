/** Compares passwords in threads behind everybody else's work (password-thread.ts). A thread that has done its work waits a while for the next. */
import { platform } from "node:os";
import type { Worker } from "node:worker_threads";
import { endThread, startThread } from "../../platform/threads/threads.ts";
import type { Compared, Comparison } from "./password-thread.ts";

const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 16 };
/** Who signs in is seldom the only one; a thread that waits longer only keeps memory. */
const IDLE_MS = 10_000;

interface Idle {
  readonly thread: Worker;
  readonly end: NodeJS.Timeout;
}
const idle: Idle[] = [];
let isTold = false;

/** Once a process: a sandbox that forbids `setpriority` takes away what 0087 promises, and nothing else would tell. Elsewhere than on Linux no thread has a priority. */
function tellOfPriority(behind: boolean): void {
  if (behind || isTold || platform() !== "linux") return;
  isTold = true;
  process.emitWarning("The system refuses to lower the priority of a thread (setpriority): a flood of wrong passwords slows everybody else down.");
}

/** Takes a thread out of those that wait; it is nobody's any more but the caller's. */
function withdraw(thread: Worker): void {
  const at = idle.findIndex((one) => one.thread === thread);
  if (at < 0) return;
  clearTimeout(idle[at]?.end);
  idle.splice(at, 1);
}

async function started(): Promise<Worker> {
  const thread = await startThread("password-thread", new URL("./password-thread.ts", import.meta.url), { limits: LIMITS });
  // One that fails or ends while it waits is not taken again; who waits for its answer listens, too.
  thread.on("error", () => withdraw(thread));
  thread.once("exit", () => withdraw(thread));
  return thread;
}

function giveBack(thread: Worker): void {
  // The process may end while it waits.
  thread.unref();
  const end = setTimeout(() => {
    withdraw(thread);
    void endThread(thread);
  }, IDLE_MS);
  idle.push({ thread, end: end.unref() });
}

/**
 * Whether a password fits a hash. Callers bound how many run at once: each has a thread of its own.
 * @throws Error when the hash is none, or the thread ends without an answer
 */
export async function verifyBehind(stored: string, password: string): Promise<boolean> {
  const waiting = idle.at(-1)?.thread;
  if (waiting) withdraw(waiting);
  const thread = waiting ?? (await started());
  thread.ref();
  const { fits, behind } = await new Promise<Compared>((resolve, reject) => {
    const ended = (why?: unknown): void => reject(why instanceof Error ? why : new Error("the thread that compares passwords ended early"));
    thread.once("error", ended);
    thread.once("exit", ended);
    thread.once("message", (answer: Compared) => {
      thread.off("error", ended);
      thread.off("exit", ended);
      resolve(answer);
    });
    thread.postMessage({ stored, password } satisfies Comparison);
  });
  giveBack(thread);
  tellOfPriority(behind);
  if (fits === null) throw new Error("a stored password hash cannot be read");
  return fits;
}
