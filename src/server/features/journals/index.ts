/** Entries of the ledger. */
import type { Feature } from "../../core/feature.ts";
import { journalsExport } from "./export.ts";
import { journalsRoutes } from "./routes.ts";

export const journals: Feature = {
  name: "journals",
  routes: [...journalsRoutes, journalsExport],
};
