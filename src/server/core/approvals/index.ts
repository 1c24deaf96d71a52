/** Acts that need a second approval. */
import { sealedById } from "../../platform/secrets.ts";
import type { Feature } from "../feature.ts";
import { APPROVAL_BULK } from "./bulk.ts";
import { APPROVAL_DETECTORS } from "./detectors.ts";
import { approvalsJobs } from "./jobs.ts";
import { approvalsRoutes } from "./routes.ts";
import { sealBinding } from "./store.ts";

export const approvals: Feature = {
  name: "approvals",
  routes: approvalsRoutes,
  bulkActs: APPROVAL_BULK,
  jobs: approvalsJobs,
  detectors: APPROVAL_DETECTORS,
  sealed: [sealedById("approvals", "sealed", sealBinding)],
};
