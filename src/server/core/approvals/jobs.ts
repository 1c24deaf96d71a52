/** Requests lapse after 24 hours (rule 13). */
import { makeCtx } from "../../platform/http/call.ts";
import type { Job } from "../../platform/jobs/runner.ts";
import { lapseExpired } from "./decide.ts";

const BATCH = 100;

const lapse: Job = {
  name: "lapse-approvals",
  everyMs: 10_000,
  lock: 41,
  async run(app) {
    const ctx = makeCtx(app, { type: "job", name: "lapse-approvals" }, { ip: null, requestId: "lapse-approvals", background: true, idempotency: null });
    return (await lapseExpired(ctx, BATCH)) === BATCH;
  },
};

/** A merchant that a reversal took below zero and that has come back may not go there again without another. */
const level: Job = {
  name: "level-merchants",
  everyMs: 30_000,
  lock: 42,
  run: async (app) => void (await app.db.one("select accounts_level() as levelled")),
};

export const approvalsJobs: Job[] = [lapse, level];
