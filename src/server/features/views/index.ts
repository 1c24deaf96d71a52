/** Saved filters of lists. */
import type { Feature } from "../../core/feature.ts";
import { viewsRoutes } from "./routes.ts";

export const views: Feature = {
  name: "views",
  routes: viewsRoutes,
};
