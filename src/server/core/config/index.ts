/** Parameters of the platform. */
import { configPatch } from "../../../contract/config.schema.ts";
import type { Feature } from "../feature.ts";
import { patchConfig } from "./config.ts";
import { configRoutes } from "./routes.ts";

export const config: Feature = {
  name: "config",
  routes: configRoutes,
  approvalActs: [{ kind: "config.fees", run: (ctx, { payload }) => patchConfig(ctx, configPatch.parse(payload)), after: (app) => void app.config.reload() }],
};
