/** The ledger and its integrity check. */
import type { Feature } from "../feature.ts";
import { LEDGER_DETECTORS } from "./detectors.ts";
import { LEDGER_CHECKS } from "./integrity.ts";
import { ledgerJobs } from "./jobs.ts";
import { ledgerRoutes } from "./routes.ts";

export const ledger: Feature = {
  name: "ledger",
  routes: ledgerRoutes,
  jobs: ledgerJobs,
  integrityChecks: LEDGER_CHECKS,
  detectors: LEDGER_DETECTORS,
};
