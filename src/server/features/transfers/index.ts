/** Float between own wallets, bought and sold. */
import { transferComplete } from "../../../contract/transfers.schema.ts";
import type { Feature } from "../../core/feature.ts";
import { completeTransfer } from "./complete.ts";
import { TRANSFER_DETECTORS } from "./detectors.ts";
import { transfersExport } from "./export.ts";
import { TRANSFER_CHECKS } from "./integrity.ts";
import { transfersRoutes } from "./routes.ts";

export const transfers: Feature = {
  name: "transfers",
  routes: [...transfersRoutes, transfersExport],
  integrityChecks: TRANSFER_CHECKS,
  detectors: TRANSFER_DETECTORS,
  approvalActs: [{ kind: "transfers.complete", run: (ctx, { id, payload }) => completeTransfer(ctx, id, transferComplete.parse(payload)) }],
};

export { movementMessages } from "./detail.ts";
