/** Forgets live events after ten minutes. */
import { idAt } from "../db/ids.ts";
import type { Job } from "../jobs/runner.ts";
import { KEEP_MS } from "./bus.ts";

/** Jobs of the live events. */
export const eventsJobs: Job[] = [
  {
    name: "events-forget",
    everyMs: 30_000,
    lock: 32,
    async run(app) {
      await app.db.run("delete from live_events where id < $1", [idAt(app.now() - KEEP_MS)]);
    },
  },
];
