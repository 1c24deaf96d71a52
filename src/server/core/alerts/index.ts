/** The exception queue, and alerts outside the dashboard. */
import type { Feature } from "../feature.ts";
import { EXCEPTIONS_FIGURE } from "./figures.ts";
import { exceptionsJobs } from "./jobs.ts";
import { exceptionsRoutes } from "./routes.ts";

export const alerts: Feature = {
  name: "exceptions",
  routes: exceptionsRoutes,
  jobs: exceptionsJobs,
  figures: [EXCEPTIONS_FIGURE],
};
