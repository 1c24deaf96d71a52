/** Merchants' files of payouts. */
import type { Feature } from "../../core/feature.ts";
import { disburseBatchesJobs } from "./jobs.ts";
import { disburseBatchesRoutes } from "./routes.ts";

export const disburseBatches: Feature = {
  name: "disburse-batches",
  routes: disburseBatchesRoutes,
  jobs: disburseBatchesJobs,
};
