/** Merchants' and wallets' months. */
import type { Feature } from "../../core/feature.ts";
import { statementsRoutes } from "./routes.ts";

export const statements: Feature = {
  name: "statements",
  routes: statementsRoutes,
};
