/** Signing in and out, and what a person sets for itself. */
import type { Feature } from "../../core/feature.ts";
import { sessionJobs } from "./jobs.ts";
import { sessionRoutes } from "./routes.ts";

export const session: Feature = {
  name: "session",
  routes: sessionRoutes,
  jobs: sessionJobs,
};
