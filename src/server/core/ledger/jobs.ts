/** Work that time brings to the ledger. */
import type { Job } from "../../platform/jobs/runner.ts";
import { checkIntegrity, lastIntegrityCheck } from "./integrity.ts";

const CHECK_EVERY_MS = 3_600_000;
/** When a check could not be finished (no room, too slow): it is tried again after an hour, too. */
const failedChecks = new WeakMap<object, number>();

/**
 * The ledger integrity check, every hour (rule 76). It reads everything: a process that starts does not repeat
 * what another checked within the hour.
 */
const checkHourly: Job = {
  name: "check-integrity",
  everyMs: 60_000,
  lock: 5,
  async run(app) {
    const last = await lastIntegrityCheck(app);
    const failed = failedChecks.get(app.db);
    if (failed !== undefined && performance.now() - failed < CHECK_EVERY_MS) return;
    if (last !== null && app.now() - Date.parse(last.checked_at) < CHECK_EVERY_MS) return;
    failedChecks.set(app.db, performance.now());
    await checkIntegrity(app);
    failedChecks.delete(app.db);
  },
};

export const ledgerJobs: Job[] = [checkHourly];
