/** Search across all objects. */
import type { Feature } from "../../core/feature.ts";
import { searchRoutes } from "./routes.ts";

export const search: Feature = {
  name: "search",
  routes: searchRoutes,
};
