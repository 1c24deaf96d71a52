/** Runs an export in its thread, with back-pressure to the database and an end when the client goes. */
import type { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { EXPORT_CONNECTIONS } from "../db/pool.ts";
import { Refused } from "../refusal.ts";
import type { ExportJob, ExportNews } from "./export-job.ts";
import { BLOCK_BYTES } from "./export-rows.ts";
import { exportProgram, type Program } from "./export-program.ts";

export const LONGEST_MS = 15 * 60_000;
/** A client that takes nothing for so long is gone. */
const STALLED_MS = 60_000;
const RETRY_SECONDS = 10;
/** A thread needs little; what it may keep young, the server's own setting of which is meant for orders, counts most. */
const LIMITS = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 64 };

let running = 0;

/** Exports under way in this process. */
export function exportsRunning(): number {
  return running;
}

/** The thread's bytes. Ends with an error unless the thread has said that they are all, so that no part of a file looks like the whole. */
class ThreadStream extends Readable {
  private readonly thread: Worker;
  private readonly watch: NodeJS.Timeout;
  private readonly startedAt = performance.now();
  private taken = 0;
  private seen = -1;
  private ended = false;
  private hasBegun: (rows: number | null) => void = () => undefined;
  /** The first bytes are there: null; or how many rows there are, where the format cannot hold them. Fails with the export. */
  readonly begun: Promise<number | null>;

  constructor(program: Program, job: ExportJob) {
    super({ highWaterMark: BLOCK_BYTES });
    this.begun = new Promise((resolve, reject) => {
      this.hasBegun = resolve;
      this.on("error", reject);
      this.once("close", () => reject(new Error("the export ended before it began")));
    });
    this.thread = new Worker(program.source, { eval: program.eval, workerData: job, resourceLimits: LIMITS, execArgv: [] });
    this.thread.on("message", (news: ExportNews) => this.hear(news));
    this.thread.on("error", (error) => this.destroy(error));
    this.thread.on("exit", () => {
      if (!this.ended) this.destroy(new Error("the export's thread ended early"));
    });
    this.watch = setInterval(() => this.look(), STALLED_MS);
    this.watch.unref();
  }

  private hear(news: ExportNews): void {
    if (news.type === "failed") {
      // Its error is heard by who waits for the beginning.
      this.destroy(Object.assign(new Error(news.message), news.code === null ? {} : { code: news.code }));
      return;
    }
    if (news.type === "bytes") {
      this.taken += 1;
      this.push(news.bytes);
    } else {
      this.ended = true;
      this.push(null);
    }
    this.hasBegun(news.type === "too_many" ? news.rows : null);
  }

  /** Ends an export whose client has stopped reading, or that takes too long; the database cannot tell while it waits for the client. */
  private look(): void {
    const stalled = this.readableLength > 0 && this.taken === this.seen;
    this.seen = this.taken;
    if (stalled || performance.now() - this.startedAt > LONGEST_MS) this.destroy(new Error("the export was not read in time"));
  }

  override _read(): void {
    this.thread.postMessage("more");
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearInterval(this.watch);
    this.ended = true;
    this.thread.terminate().then(
      () => done(error),
      () => done(error),
    );
  }
}

/**
 * The export as a stream, once its first bytes are there: what fails before is an error of the call. Destroying it ends
 * thread and connection.
 * @param client closes when the client goes, which may be before the first bytes
 * Refuses rate_limited when too many run, too_many_rows when the format cannot hold them
 */
export async function exportStream(job: ExportJob, client?: Pick<EventEmitter, "once">): Promise<Readable | Refused> {
  if (running >= EXPORT_CONNECTIONS) return new Refused("rate_limited", { retryAfterSeconds: RETRY_SECONDS });
  running += 1;
  let stream: ThreadStream;
  try {
    stream = new ThreadStream(await exportProgram(), job);
  } catch (error) {
    running -= 1;
    throw error;
  }
  stream.once("close", () => {
    running -= 1;
  });
  let isGone = false;
  client?.once("close", () => {
    isGone = true;
    stream.destroy();
  });
  stream.read(0);
  let rows: number | null;
  try {
    rows = await stream.begun;
  } catch (error) {
    // Nobody is there to hear of it, and nothing is wrong.
    if (isGone) return Readable.from([]);
    throw error;
  }
  if (rows === null) return stream;
  stream.destroy();
  return new Refused("too_many_rows", { details: { rows, most: job.bound?.most } });
}
