/** What the ledger integrity check finds where no jobs run: it asks that audit rows are sealed within a minute, and a test may take longer. */
import { checkIntegrity, type Finding } from "../../../src/server/core/ledger/integrity.ts";
import type { App } from "../../../src/server/platform/context.ts";

export async function findingsWithoutJobs(app: App): Promise<readonly Finding[]> {
  while (((await app.db.one<{ count: number }>("select audit_seal() as count"))?.count ?? 0) > 0);
  return (await checkIntegrity(app)).findings;
}
