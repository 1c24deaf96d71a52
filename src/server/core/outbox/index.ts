/** Notifications to merchants. */
import { sealedById } from "../../platform/secrets.ts";
import type { Feature } from "../feature.ts";
import { DELIVERY_BULK } from "./bulk.ts";
import { DELIVERY_DETECTORS } from "./detectors.ts";
import { deliveriesExport } from "./export.ts";
import { OUTBOX_FIGURE } from "./figures.ts";
import { deliveriesJobs } from "./jobs.ts";
import { keyBinding } from "./keys.ts";
import { deliveriesReadRoutes } from "./read-routes.ts";
import { deliveriesRoutes } from "./routes.ts";
import { secretBinding } from "./sign.ts";

export const outbox: Feature = {
  name: "deliveries",
  routes: [...deliveriesReadRoutes, ...deliveriesRoutes, deliveriesExport],
  bulkActs: DELIVERY_BULK,
  jobs: deliveriesJobs,
  figures: [OUTBOX_FIGURE],
  detectors: DELIVERY_DETECTORS,
  sealed: [
    sealedById("merchants", "webhook_secret", secretBinding),
    sealedById("merchants", "webhook_secret_previous", secretBinding),
    { table: "webhook_keys", column: "private_key", key: ["id"], boundTo: ({ id = "" }) => keyBinding(id) },
  ],
};
