/** Parameters of the platform. */
import { configAsked, configScheduleAsked } from "../../../contract/config.schema.ts";
import type { Feature } from "../feature.ts";
import { patchConfig } from "./config.ts";
import { CONFIG_DETECTORS } from "./detectors.ts";
import { configRoutes } from "./routes.ts";
import { scheduleJobs } from "./schedule/apply.ts";
import { scheduleConfig } from "./schedule/make.ts";
import { scheduleRoutes } from "./schedule/routes.ts";

export const config: Feature = {
  name: "config",
  routes: [...configRoutes, ...scheduleRoutes],
  jobs: scheduleJobs,
  detectors: CONFIG_DETECTORS,
  approvalActs: [
    {
      kind: "config.fees",
      run: (ctx, { action, payload }) => {
        if (action !== "schedule") return patchConfig(ctx, configAsked.parse(payload));
        const { expected, ...body } = configScheduleAsked.parse(payload);
        return scheduleConfig(ctx, body, expected);
      },
      after: (app) => void app.config.reload(),
    },
  ],
};
