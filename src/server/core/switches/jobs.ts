/** Opens switches whose time has come. */
import type { Job } from "../../platform/jobs/runner.ts";
import { reopenDue } from "./acts.ts";

export const switchesJobs: Job[] = [{ name: "switches.reopen", everyMs: 1000, lock: 385, run: reopenDue }];
