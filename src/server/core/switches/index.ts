/** Emergency stops. */
import type { Feature } from "../feature.ts";
import { switchesJobs } from "./jobs.ts";
import { switchesRoutes } from "./routes.ts";

export const switches: Feature = {
  name: "switches",
  routes: switchesRoutes,
  jobs: switchesJobs,
};
