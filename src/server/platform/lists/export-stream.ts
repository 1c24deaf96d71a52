/** Runs an export in its thread, with back-pressure to the database and an end when the client goes. */
import type { EventEmitter } from "node:events";
import type { Writable } from "node:stream";
import type { Worker } from "node:worker_threads";
import { EXPORT_CONNECTIONS } from "../db/pools.ts";
import { Refused } from "../refusal.ts";
import { endThread } from "../threads/threads.ts";
import { BLOCK_BYTES } from "./export-blocks.ts";
import type { ExportJob, ExportNews, ExportOrder } from "./export-job.ts";
import { giveBack, threadFor } from "./export-threads.ts";

/** So long any file may take, whoever waits for it. */
export const LONGEST_MS = 15 * 60_000;
/** A client that takes nothing for so long is gone. */
const STALLED_MS = 60_000;
const RETRY_SECONDS = 10;
/** Enough that neither thread waits for the other's turn. */
const BLOCKS = 4;

let running = 0;

/** Exports under way in this process. */
export function exportsRunning(): number {
  return running;
}

/** Who asked for the file has gone. */
class ReaderGone extends Error {
  constructor() {
    super("the reader is gone");
  }
}

/** The whole of it took longer than a file may take. */
export class ExportTooSlow extends Error {
  constructor() {
    super("the export was not made in time");
  }
}

/** Where a file goes. `write` calls back when it needs the bytes no longer: they are overwritten then. */
export type Target = Pick<Writable, "write" | "end" | "destroy" | "once" | "destroyed">;

/**
 * A file that its thread has begun. The blocks are memory of both threads: bytes that were made anew and moved here, hundreds of
 * megabytes of them, had the whole heap looked through again and again, beside the orders.
 */
export class ExportFile {
  private readonly watch: NodeJS.Timeout;
  private readonly blocks: readonly Uint8Array[];
  private readonly startedAt = performance.now();
  private readonly waiting: Extract<ExportNews, { type: "block" }>[] = [];
  private target: Target | null = null;
  /** Blocks that the target has not taken yet. */
  private under = 0;
  private taken = 0;
  private seen = -1;
  private isWhole = false;
  private written = 0;
  private isOver = false;
  private hasBegun: (rows: number | null) => void = () => undefined;
  private hasFailed: (error: Error) => void = () => undefined;
  private hasEnded: (error: Error | null) => void = () => undefined;
  private failure: Error | null = null;
  private readonly heard = [
    ["message", (news: ExportNews) => this.hear(news)],
    ["error", (error: Error) => this.stop(error)],
    ["exit", () => this.stop(new Error("the export's thread ended early"))],
  ] as const;
  /** The first bytes are there: null; or how many rows there are, where the format cannot hold them. Fails with the export. */
  readonly begun: Promise<number | null>;

  private constructor(
    private readonly thread: Worker,
    shared: readonly SharedArrayBuffer[],
    private readonly onOver: () => void,
  ) {
    this.blocks = shared.map((one) => new Uint8Array(one));
    this.begun = new Promise((resolve, reject) => {
      this.hasBegun = resolve;
      this.hasFailed = reject;
    });
    for (const [event, heard] of this.heard) this.thread.on(event, heard);
    this.watch = setInterval(() => this.look(), STALLED_MS);
    this.watch.unref();
  }

  /** How many rows it holds, a line of totals among them; 0 before it is whole. */
  get rows(): number {
    return this.written;
  }

  /** Begins an export. @param onOver its place is free */
  static async begin(job: ExportJob, onOver: () => void): Promise<ExportFile> {
    const blocks = Array.from({ length: BLOCKS }, () => new SharedArrayBuffer(BLOCK_BYTES));
    return new ExportFile(await threadFor({ type: "start", job, blocks }), blocks, onOver);
  }

  private hear(news: ExportNews): void {
    // What it says on its way out is no news.
    if (this.isOver) return;
    switch (news.type) {
      case "failed":
        this.stop(Object.assign(new Error(news.message), news.code === null ? {} : { code: news.code }));
        return;
      case "block":
        this.waiting.push(news);
        this.hasBegun(null);
        break;
      case "end":
        this.isWhole = true;
        this.written = news.rows;
        this.hasBegun(null);
        break;
      case "too_many":
        this.hasBegun(news.rows);
        return;
    }
    this.handOn();
  }

  /**
   * Writes the whole file to where it goes, and ends that; a part of it never looks like the whole.
   * @throws what went wrong, once the target has been destroyed; a reader that has gone is nothing wrong
   */
  to(target: Target): Promise<void> {
    return new Promise((done, fail) => {
      this.hasEnded = (error) => (error === null || error instanceof ReaderGone ? done() : fail(error));
      if (this.failure !== null) {
        target.destroy();
        this.hasEnded(this.failure);
        return;
      }
      this.target = target;
      target.once("close", () => this.stop(new ReaderGone()));
      // It may have gone while the export began.
      if (target.destroyed) this.stop(new ReaderGone());
      else this.handOn();
    });
  }

  private handOn(): void {
    const { target } = this;
    if (target === null || this.isOver) return;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const { number, length } = next;
      this.under += 1;
      target.write(this.blocks[number]?.subarray(0, length), (error) => {
        if (error) return this.stop(new ReaderGone());
        this.under -= 1;
        this.taken += 1;
        this.thread.postMessage({ type: "read", number } satisfies ExportOrder);
        this.finish();
      });
    }
    if (this.isWhole) target.end();
    this.finish();
  }

  /** Ends an export whose bytes have all been read. */
  private finish(): void {
    if (!this.isWhole || this.under > 0 || this.waiting.length > 0 || this.isOver) return;
    // The next export listens for itself.
    for (const [event, heard] of this.heard) this.thread.off(event, heard);
    void this.over(giveBack(this.thread)).then(() => this.hasEnded(null));
  }

  /** Ends an export whose client has stopped reading, or that takes too long; the database cannot tell while it waits for the client. */
  private look(): void {
    const stalled = this.under > 0 && this.taken === this.seen;
    this.seen = this.taken;
    if (stalled) this.stop(new Error("the export was not read in time"));
    else if (performance.now() - this.startedAt > LONGEST_MS) this.stop(new ExportTooSlow());
  }

  /** Ends the export before its file is whole. */
  stop(error: Error): void {
    if (this.isOver) return;
    this.failure = error;
    this.target?.destroy();
    void this.over(endThread(this.thread)).then(() => {
      this.hasFailed(error);
      this.hasEnded(error);
    });
  }

  /** Nothing more happens; the place is free when the thread is another's or has ended. */
  private over(left: Promise<unknown>): Promise<void> {
    this.isOver = true;
    clearInterval(this.watch);
    return left.then(this.onOver, this.onOver);
  }
}

/**
 * The export as a file that has begun: what fails before its first bytes is an error of the call. Stopping it ends thread and
 * connection; null: the client has gone meanwhile.
 * @param client closes when the client goes, which may be before the first bytes
 * Refuses rate_limited when too many run, too_many_rows when the format cannot hold them
 */
export async function exportBegun(
  job: ExportJob,
  client?: Pick<EventEmitter, "once"> & { readonly destroyed?: boolean },
): Promise<ExportFile | null | Refused> {
  if (running >= EXPORT_CONNECTIONS) return new Refused("rate_limited", { retryAfterSeconds: RETRY_SECONDS });
  running += 1;
  let file: ExportFile;
  try {
    file = await ExportFile.begin(job, () => {
      running -= 1;
    });
  } catch (error) {
    running -= 1;
    throw error;
  }
  let isGone = false;
  client?.once("close", () => {
    isGone = true;
    file.stop(new ReaderGone());
  });
  if (client?.destroyed === true) {
    isGone = true;
    file.stop(new ReaderGone());
  }
  let rows: number | null;
  try {
    rows = await file.begun;
  } catch (error) {
    // Nobody is there to hear of it, and nothing is wrong.
    if (isGone) return null;
    throw error;
  }
  if (rows === null) return file;
  file.stop(new Error("too many rows"));
  return new Refused("too_many_rows", { details: { rows, most: job.bound?.most } });
}
