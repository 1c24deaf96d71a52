/** People who sign in. */
import type { Feature } from "../../core/feature.ts";
import { seedBinding } from "../../core/session/totp.ts";
import { sealedById } from "../../platform/secrets.ts";
import { usersExport } from "./export.ts";
import { rolesRoutes } from "./roles/routes.ts";
import { usersRoutes } from "./routes.ts";

export const users: Feature = {
  name: "users",
  routes: [...usersRoutes, ...rolesRoutes, usersExport],
  sealed: [sealedById("users", "totp_seed", seedBinding)],
};
