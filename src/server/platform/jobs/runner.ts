/** Background jobs: each runs in one process at a time (advisory lock) and never overlaps itself. */
import type { App } from "../context.ts";
import { inSpan } from "../trace/tracing.ts";
import { observeRun } from "./observe.ts";

export interface Job {
  readonly name: string;
  /** Pause between the end of one run and the next, ms. */
  readonly everyMs: number;
  /**
   * Returns true when there is more to do: then it runs again at once.
   * @param stopping the process ends: what takes long gives back what it has under way
   */
  run(app: App, stopping?: AbortSignal): Promise<boolean | void>;
  /** Advisory lock number; jobs that may run in several processes at once have none. */
  readonly lock?: number;
}

const LOCK_SPACE = 4300;
/** Jobs that hold a connection for their lock at once: together they must leave the pool the connections that they work with. */
const LOCKED_AT_ONCE = 4;

/** Runs jobs until stopped. */
export class JobRunner {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private readonly queue: (() => void)[] = [];
  private free = LOCKED_AT_ONCE;
  private stopped = false;
  private readonly stopping = new AbortController();

  constructor(
    private readonly app: App,
    private readonly jobs: readonly Job[],
  ) {}

  start(): void {
    for (const job of this.jobs) this.schedule(job, Math.min(job.everyMs, 200));
  }

  /** Runs one job now, for tests and for the commands. */
  async runOnce(name: string): Promise<void> {
    const job = this.jobs.find((candidate) => candidate.name === name);
    if (!job) throw new Error(`no job named ${name}`);
    await this.execute(job);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.stopping.abort();
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    await Promise.allSettled(this.running);
  }

  private schedule(job: Job, delayMs: number): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const work = this.execute(job).then((more) => this.schedule(job, more ? 0 : job.everyMs));
      this.running.add(work);
      void work.finally(() => this.running.delete(work));
    }, delayMs);
    this.timers.add(timer);
  }

  private async execute(job: Job): Promise<boolean> {
    const { lock } = job;
    try {
      if (lock === undefined) return await this.run(job);
      return await this.inTurn(() => this.underLock(job, lock));
    } catch (error) {
      if (!this.stopped) this.app.log.error({ err: error, job: job.name }, "job failed");
      return false;
    }
  }

  private async run(job: Job): Promise<boolean> {
    const from = performance.now();
    try {
      const more = await inSpan({ name: `job ${job.name}`, parent: null }, async () => (await job.run(this.app, this.stopping.signal)) === true);
      observeRun(job.name, from, false);
      return more;
    } catch (error) {
      observeRun(job.name, from, true);
      throw error;
    }
  }

  private async inTurn(work: () => Promise<boolean>): Promise<boolean> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((go) => this.queue.push(go));
    try {
      return this.stopped ? false : await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  private async underLock(job: Job, lock: number): Promise<boolean> {
    const client = await this.app.db.pool.connect();
    let broken: Error | undefined;
    const lost = (error: Error): void => {
      broken = error;
    };
    client.on("error", lost);
    try {
      const { rows } = await client.query<{ taken: boolean }>({
        name: "job_lock",
        text: "select pg_try_advisory_lock($1, $2) as taken",
        values: [LOCK_SPACE, lock],
      });
      if (!rows[0]?.taken) return false;
      try {
        return await this.run(job);
      } finally {
        await client.query({ name: "job_unlock", text: "select pg_advisory_unlock($1, $2)", values: [LOCK_SPACE, lock] });
      }
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      client.removeListener("error", lost);
      client.release(broken);
    }
  }
}
