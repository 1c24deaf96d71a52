/** Phones: messages that they forward, payouts that they make. */
import type { Feature } from "../../core/feature.ts";
import { DEVICE_DETECTORS } from "./detectors.ts";
import { devicesHookPlugin } from "./hooks.ts";
import { PHONES_FIGURE } from "./figures.ts";
import { devicesJobs } from "./jobs.ts";
import { makeAppPort } from "./payout-rail.ts";
import { devicesRoutes } from "./routes.ts";
import { devicesTasksPlugin } from "./task-hub.ts";

export const devices: Feature = {
  name: "devices",
  routes: devicesRoutes,
  plugins: [devicesHookPlugin, devicesTasksPlugin],
  jobs: devicesJobs,
  figures: [PHONES_FIGURE],
  detectors: DEVICE_DETECTORS,
  payoutRails: { app: makeAppPort },
};
