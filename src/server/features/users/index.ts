/** People who sign in. */
import type { Feature } from "../../core/feature.ts";
import { usersExport } from "./export.ts";
import { usersRoutes } from "./routes.ts";

export const users: Feature = {
  name: "users",
  routes: [...usersRoutes, usersExport],
};
