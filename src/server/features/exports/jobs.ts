/** What makes files by itself: the moment of a schedule, the files that wait, the end of those that were kept long enough. */
import type { Job } from "../../platform/jobs/runner.ts";
import { queueDue } from "./due.ts";
import { makeFiles } from "./make.ts";
import { sweepFiles } from "./sweep.ts";

export const exportsJobs: readonly Job[] = [
  { name: "exports.due", everyMs: 5000, lock: 52, run: queueDue },
  // Without a lock: several workers make several files, and each file is taken under its own.
  { name: "exports.make", everyMs: 1000, run: makeFiles },
  { name: "exports.sweep", everyMs: 300_000, lock: 53, run: sweepFiles },
];
