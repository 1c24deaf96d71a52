/** Operators' own interfaces. */
import type { Feature } from "../feature.ts";
import { operatorsJobs } from "./jobs.ts";
import { operatorsRoutes } from "./routes.ts";

export const operators: Feature = {
  name: "operators",
  routes: operatorsRoutes,
  jobs: operatorsJobs,
};
