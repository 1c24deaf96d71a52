/** Keeps the queue true, and alerts those who asked for it. */
import type { Job } from "../../platform/jobs/runner.ts";
import type { App } from "../../platform/context.ts";
import { sweepQueue } from "./sweep.ts";
import { queueAlerts, sendAlerts, tidyAlerts } from "./sender.ts";
import { tidyViewers } from "./viewers.ts";

async function tidyQueue(app: App): Promise<void> {
  await tidyAlerts(app);
  await tidyViewers(app);
}

export const exceptionsJobs: Job[] = [
  { name: "exceptions.sweep", everyMs: 3000, lock: 381, run: sweepQueue },
  { name: "exceptions.queue", everyMs: 2000, lock: 382, run: queueAlerts },
  { name: "exceptions.send", everyMs: 2000, lock: 383, run: sendAlerts },
  { name: "exceptions.tidy", everyMs: 3_600_000, lock: 384, run: tidyQueue },
];
