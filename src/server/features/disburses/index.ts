/** Money that merchants pay out. */
import { disburseComplete, disburseCorrect, disburseReset } from "../../../contract/disburses.schema.ts";
import type { Feature } from "../../core/feature.ts";
import { DISBURSE_BULK } from "./bulk-acts.ts";
import { completeDisburse } from "./complete.ts";
import { correctDisburse } from "./correct.ts";
import { DISBURSE_DETECTORS } from "./detectors.ts";
import { disbursesExport } from "./export.ts";
import { DISBURSE_CHECKS } from "./integrity.ts";
import { PAYOUTS_FIGURE } from "./figures.ts";
import { disbursesJobs } from "./jobs.ts";
import { disbursesReadRoutes } from "./read-routes.ts";
import { resetDisburse } from "./reset.ts";
import { disbursesRoutes } from "./routes.ts";

export const disburses: Feature = {
  name: "disburses",
  routes: [...disbursesReadRoutes, ...disbursesRoutes, disbursesExport],
  bulkActs: DISBURSE_BULK,
  jobs: disbursesJobs,
  figures: [PAYOUTS_FIGURE],
  integrityChecks: DISBURSE_CHECKS,
  detectors: DISBURSE_DETECTORS,
  approvalActs: [
    { kind: "disburses.complete", run: (ctx, { id, payload }) => completeDisburse(ctx, id, disburseComplete.parse(payload)) },
    { kind: "disburses.correct", run: (ctx, { id, payload }) => correctDisburse(ctx, id, disburseCorrect.parse(payload)) },
    { kind: "disburses.reset", run: (ctx, { id, payload }) => resetDisburse(ctx, id, disburseReset.parse(payload)) },
  ],
};

export { checkPayout, type PayoutOrder, readPayout } from "./asked.ts";
export { takePayout } from "./create.ts";
