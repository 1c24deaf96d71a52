/** The ledger and its integrity check. */
import type { Feature } from "../feature.ts";
import { LEDGER_DETECTORS } from "./detectors.ts";
import { LEDGER_CHECKS } from "./integrity.ts";
import { LEDGER_FIGURES } from "./figures.ts";
import { ledgerJobs } from "./jobs.ts";
import { ledgerRoutes } from "./routes.ts";

export const ledger: Feature = {
  name: "ledger",
  routes: ledgerRoutes,
  jobs: ledgerJobs,
  figures: LEDGER_FIGURES,
  integrityChecks: LEDGER_CHECKS,
  detectors: LEDGER_DETECTORS,
};
