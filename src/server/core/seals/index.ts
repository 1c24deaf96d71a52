/** Business days under a signed root. */
import type { Feature } from "../feature.ts";
import { SEAL_DETECTORS } from "./detectors.ts";
import { SEAL_FIGURES } from "./figures.ts";
import { SEAL_READS } from "./integrity.ts";
import { sealJobs } from "./jobs.ts";
import { sealKeyBinding } from "./keys.ts";
import { sealRoutes } from "./routes.ts";

export const seals: Feature = {
  name: "seals",
  routes: sealRoutes,
  jobs: sealJobs,
  figures: SEAL_FIGURES,
  integrityReads: SEAL_READS,
  detectors: SEAL_DETECTORS,
  sealed: [{ table: "seal_keys", column: "private_key", key: ["id"], boundTo: ({ id = "" }) => sealKeyBinding(id) }],
};
