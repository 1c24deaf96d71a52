/** Work that time brings to messages. */
import type { Job } from "../../platform/jobs/runner.ts";
import { runShadows } from "./rules/shadow.ts";

/** Takes up messages that waited for an earlier one, and those that could not be processed at once. */
const sweepHeld: Job = { name: "sweep-held", everyMs: 1000, lock: 2, run: async (app) => void (await app.posting.sweep()) };

/** Rules in the shadow look at what has come. */
const shadows: Job = { name: "rules-in-shadow", everyMs: 3000, lock: 44, run: (app) => runShadows(app) };

export const smsJobs: Job[] = [sweepHeld, shadows];
