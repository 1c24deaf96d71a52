/** Keeps the queue true, and alerts those who asked for it. */
import type { Job } from "../../platform/jobs/runner.ts";
import { sweepQueue } from "./sweep.ts";
import { queueAlerts, sendAlerts, tidyAlerts } from "./sender.ts";

export const exceptionsJobs: Job[] = [
  { name: "exceptions.sweep", everyMs: 3000, lock: 381, run: sweepQueue },
  { name: "exceptions.queue", everyMs: 2000, lock: 382, run: queueAlerts },
  { name: "exceptions.send", everyMs: 2000, lock: 383, run: sendAlerts },
  { name: "exceptions.tidy", everyMs: 3_600_000, lock: 384, run: tidyAlerts },
];
