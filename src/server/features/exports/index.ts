/** Files of lists that are made in the background, and exports that repeat. */
import type { Feature } from "../../core/feature.ts";
import { exportsJobs } from "./jobs.ts";
import { exportsRoutes } from "./routes.ts";

export const exportsFeature: Feature = {
  name: "exports",
  routes: exportsRoutes,
  jobs: exportsJobs,
};
