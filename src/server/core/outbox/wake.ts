/** Tells the notification worker that rows were queued: at once in this process, else by one coalesced NOTIFY. */
import type { Logger } from "pino";
import type { Db } from "../../platform/db/pool.ts";
import { OUTBOX_CHANNEL } from "./queue.ts";
import type { NotificationWorker } from "./worker.ts";

const COALESCE_MS = 20;

/**
 * Builds `app.wakeOutbox`. Costs nothing where the worker runs in the same process; without one (ROLE=api) at most
 * one NOTIFY each 20 ms, outside of any transaction that works.
 */
export function makeOutboxWake(parts: { db: Db; worker: Pick<NotificationWorker, "wake"> | null; log: Logger }): () => void {
  const { worker } = parts;
  if (worker) return () => worker.wake();
  let timer: NodeJS.Timeout | null = null;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      // The worker's own poll finds the rows a second later, should this fail.
      parts.db
        .run("select pg_notify($1, '')", [OUTBOX_CHANNEL])
        .catch((error: unknown) => parts.log.warn({ err: error }, "the notification worker could not be woken"));
    }, COALESCE_MS);
  };
}
