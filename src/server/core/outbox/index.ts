/** Notifications to merchants. */
import type { Feature } from "../feature.ts";
import { DELIVERY_DETECTORS } from "./detectors.ts";
import { deliveriesExport } from "./export.ts";
import { OUTBOX_FIGURE } from "./figures.ts";
import { deliveriesJobs } from "./jobs.ts";
import { deliveriesReadRoutes } from "./read-routes.ts";
import { deliveriesRoutes } from "./routes.ts";

export const outbox: Feature = {
  name: "deliveries",
  routes: [...deliveriesReadRoutes, ...deliveriesRoutes, deliveriesExport],
  jobs: deliveriesJobs,
  figures: [OUTBOX_FIGURE],
  detectors: DELIVERY_DETECTORS,
};
