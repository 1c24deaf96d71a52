/** What people did. */
import type { Feature } from "../../core/feature.ts";
import { auditExport } from "./export.ts";
import { auditTrailJobs } from "./jobs.ts";
import { auditTrailRoutes } from "./routes.ts";

export const auditTrail: Feature = {
  name: "audit",
  routes: [...auditTrailRoutes, auditExport],
  jobs: auditTrailJobs,
};
