/** Phones that wait for a payout, in this process; woken by a new task wherever it was written. */
import type { FastifyInstance } from "fastify";
import type { App } from "../../platform/context.ts";
import { listen, type Listening } from "../../platform/db/listen.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { HttpParts } from "../../platform/http/server.ts";

const CHANNEL = "floatdesk_tasks";

/** Tells every process, with the commit, that a wallet has a task. */
export async function announceTask(q: Queryable, walletId: bigint): Promise<void> {
  await q.rows("select pg_notify($1, $2)", [CHANNEL, walletId.toString()], "task_announce");
}

/** One phone that waits. */
export class Waiter {
  private wake: (() => void) | null = null;
  private called = false;

  constructor(readonly walletIds: ReadonlySet<string>) {}

  /** Something may be there: look again. Not lost when nobody sleeps at the moment. */
  call(): void {
    this.called = true;
    this.wake?.();
  }

  /** Sleeps until called or for so long, ms; at once when it was called since the last look. */
  async sleep(ms: number): Promise<void> {
    if (!this.called) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, ms);
        this.wake = () => {
          clearTimeout(timer);
          done();
        };
      });
      this.wake = null;
    }
    this.called = false;
  }
}

/** The waiting phones of one process. */
export class TaskHub {
  private readonly waiters = new Set<Waiter>();
  private listening: Promise<Listening> | null = null;
  private ended = false;

  constructor(private readonly app: App) {}

  /** True once the server stops: nobody may wait any more. */
  get closed(): boolean {
    return this.ended;
  }

  /** Phones that wait now. */
  get size(): number {
    return this.waiters.size;
  }

  /** Begins to listen, at the first phone that waits, and takes it in. */
  async join(walletIds: readonly bigint[]): Promise<Waiter> {
    const waiter = new Waiter(new Set(walletIds.map(String)));
    if (this.ended) return waiter;
    this.waiters.add(waiter);
    this.listening ??= listen(
      this.app.db,
      CHANNEL,
      (walletId) => this.wake(walletId),
      () => this.wake(null),
    );
    await this.listening;
    return waiter;
  }

  leave(waiter: Waiter): void {
    this.waiters.delete(waiter);
  }

  /** Ends every waiting at once and leaves the database. */
  async close(): Promise<void> {
    this.ended = true;
    this.wake(null);
    await (await this.listening)?.stop();
  }

  /** @param walletId null: all of them, something may have been missed */
  private wake(walletId: string | null): void {
    for (const waiter of this.waiters) if (walletId === null || waiter.walletIds.has(walletId)) waiter.call();
  }
}

const hubs = new WeakMap<App, TaskHub>();

/** The hub of an app. */
export function taskHubOf(app: App): TaskHub {
  let hub = hubs.get(app);
  if (!hub) hubs.set(app, (hub = new TaskHub(app)));
  return hub;
}

/** Ends the waiting when the server closes, which would wait for the phones otherwise. */
export function devicesTasksPlugin(fastify: FastifyInstance, parts: HttpParts): void {
  fastify.addHook("preClose", () => taskHubOf(parts.app).close());
}
