/** Works off running batches; in one process at a time. */
import type { Job } from "../../platform/jobs/runner.ts";
import { workBatches } from "./work.ts";

export const disburseBatchesJobs: Job[] = [{ name: "disburse-batches", everyMs: 500, lock: 37, run: workBatches }];
