/** Work that time brings to messages. */
import type { Job } from "../../platform/jobs/runner.ts";

/** Takes up messages that waited for an earlier one, and those that could not be processed at once. */
const sweepHeld: Job = { name: "sweep-held", everyMs: 1000, lock: 2, run: async (app) => void (await app.posting.sweep()) };

export const smsJobs: Job[] = [sweepHeld];
