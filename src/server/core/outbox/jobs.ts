/** Keeps the outbox small. */
import { idAt } from "../../platform/db/ids.ts";
import type { Job } from "../../platform/jobs/runner.ts";

const KEEP_FAILED_MS = 30 * 24 * 3_600_000;
const BATCH = 2_000;

/** Jobs of the notifications. */
export const deliveriesJobs: Job[] = [
  {
    name: "deliveries-tidy",
    everyMs: 60_000,
    lock: 31,
    /** Moves rows that are never sent, and those given up a month ago, to the history. */
    async run(app) {
      const moved = await app.db.one<{ count: number }>("select outbox_tidy($1, $2) as count", [idAt(app.now() - KEEP_FAILED_MS), BATCH]);
      return (moved?.count ?? 0) >= BATCH;
    },
  },
];
