/** Redacted links: one order or withdrawal in part, for whoever has the address (docs/decisions/0071). */
import type { Feature } from "../../core/feature.ts";
import { linksRoutes } from "./routes.ts";

export const links: Feature = {
  name: "links",
  routes: linksRoutes,
};
