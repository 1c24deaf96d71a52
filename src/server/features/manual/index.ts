/** Corrections of balances by two people. */
import type { Feature } from "../../core/feature.ts";
import { endManual, runManual } from "./decide.ts";
import { MANUAL_DETECTORS } from "./detectors.ts";
import { manualExport } from "./export.ts";
import { MANUAL_CHECKS } from "./integrity.ts";
import { manualRoutes } from "./routes.ts";

export const manual: Feature = {
  name: "manual",
  routes: [...manualRoutes, manualExport],
  integrityChecks: MANUAL_CHECKS,
  detectors: MANUAL_DETECTORS,
  approvalActs: [
    {
      kind: "manual.apply",
      run: (ctx, { objectId }) => runManual(ctx, objectId),
      ended: (ctx, tx, { objectId }, how, reason) => endManual(ctx, tx, objectId, how, reason),
    },
  ],
};
