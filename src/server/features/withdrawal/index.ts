/** Merchants' settlements. */
import type { Feature } from "../../core/feature.ts";
import { WITHDRAWAL_BULK } from "./bulk.ts";
import { WITHDRAWAL_DETECTORS } from "./detectors.ts";
import { withdrawalExport } from "./export.ts";
import { WITHDRAWAL_CHECKS } from "./integrity.ts";
import { withdrawalRoutes } from "./routes.ts";

export const withdrawal: Feature = {
  name: "withdrawal",
  routes: [...withdrawalRoutes, withdrawalExport],
  bulkActs: WITHDRAWAL_BULK,
  integrityChecks: WITHDRAWAL_CHECKS,
  detectors: WITHDRAWAL_DETECTORS,
};
