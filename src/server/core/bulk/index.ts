/** Acts on many objects: jobs with items of their own. */
import type { Feature } from "../feature.ts";
import { bulkRoutes } from "./routes.ts";
import { tidyBulk, workBulk } from "./work.ts";

export const bulk: Feature = {
  name: "bulk",
  routes: bulkRoutes,
  jobs: [
    { name: "bulk", everyMs: 300, lock: 48, run: workBulk },
    { name: "bulk.tidy", everyMs: 3_600_000, lock: 49, run: tidyBulk },
  ],
};
