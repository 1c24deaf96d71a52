/** The exception queue, and alerts outside the dashboard. */
import type { AlertChannel } from "../../../contract/exceptions.ts";
import type { Feature } from "../feature.ts";
import { EXCEPTIONS_FIGURE } from "./figures.ts";
import { channelBinding } from "./channels.ts";
import { exceptionsJobs } from "./jobs.ts";
import { exceptionsRoutes } from "./routes.ts";

export const alerts: Feature = {
  name: "exceptions",
  routes: exceptionsRoutes,
  jobs: exceptionsJobs,
  figures: [EXCEPTIONS_FIGURE],
  sealed: [{ table: "alert_channels", column: "secret", key: ["channel"], boundTo: ({ channel }) => channelBinding(channel as AlertChannel) }], // a check of the table
};
