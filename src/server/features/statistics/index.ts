/** Hourly figures, and what the plots show. */
import type { Feature } from "../../core/feature.ts";
import { statisticsJobs } from "./jobs.ts";
import { statisticsRoutes } from "./routes.ts";

export const statistics: Feature = {
  name: "statistics",
  routes: statisticsRoutes,
  jobs: statisticsJobs,
};
