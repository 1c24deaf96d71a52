/** Work that time brings to the audit trail. */
import type { Job } from "../../platform/jobs/runner.ts";

/** Chains committed audit rows (rule 24). */
const sealAudit: Job = {
  name: "seal-audit",
  everyMs: 1000,
  lock: 4,
  run: async (app) => ((await app.db.one<{ count: number }>("select audit_seal() as count"))?.count ?? 0) >= 5000,
};

export const auditTrailJobs: Job[] = [sealAudit];
