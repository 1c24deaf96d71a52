/** Wallets' days against their operators' statements. */
import type { Feature } from "../../core/feature.ts";
import { DAY_CHECKS } from "./integrity.ts";
import { reconciliationJobs } from "./jobs.ts";
import { reopenDay, reopenPayload, reopenTogether } from "./reopen.ts";
import { reconciliationRoutes } from "./routes.ts";

export { openDays } from "./open-days.ts";
export { dayOf, rangeOf } from "./range.ts";

export const reconciliation: Feature = {
  name: "reconciliation",
  routes: reconciliationRoutes,
  jobs: reconciliationJobs,
  integrityChecks: DAY_CHECKS,
  approvalActs: [
    {
      kind: "reconciliation.reopen",
      run: (ctx, { id, payload }) => {
        const { date, ...input } = reopenPayload.parse(payload);
        return reopenDay(ctx, { id, date }, input);
      },
      together: reopenTogether,
    },
  ],
};
