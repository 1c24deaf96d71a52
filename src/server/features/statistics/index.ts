/** Hourly figures. */
import type { Feature } from "../../core/feature.ts";
import { statisticsJobs } from "./jobs.ts";

export const statistics: Feature = {
  name: "statistics",
  jobs: statisticsJobs,
};
