/** Figures of the day and what waits. */
import type { Feature } from "../../core/feature.ts";
import { homeRoutes } from "./routes.ts";

export { takingOf, takingSql, type TakingRow } from "./taking.ts";

export const home: Feature = {
  name: "home",
  routes: homeRoutes,
};
