/** Scheduled changes of the configuration. */
import * as schema from "../../../../contract/config.schema.ts";
import { read, route, type AnyRoute } from "../../../platform/http/route.ts";
import { numberParams } from "../../../../contract/schema.ts";
import { cancelSchedule, scheduleConfig } from "./make.ts";
import { restoreSchedule } from "./restore.ts";
import { listSchedules } from "./stored.ts";

export const scheduleRoutes: AnyRoute[] = [
  read("config.see", {
    url: "/api/config/schedules",
    summary: "Scheduled changes: what waits or needs somebody, then the last that are over",
    data: schema.configSchedules,
    handler: (ctx) => listSchedules(ctx),
  }),
  route({
    method: "POST",
    url: "/api/config/schedules",
    access: { kind: "session", permission: "config.edit" },
    summary: "Schedules a change for a moment, or begins it at once with an end; checked and approved now as any change, and looked at again then",
    body: schema.configSchedule,
    data: schema.configScheduleItem,
    audit: "config.schedule",
    handler: (ctx, { body }) => scheduleConfig(ctx, body),
  }),
  route({
    method: "POST",
    url: "/api/config/schedules/:id/cancel",
    access: { kind: "session", permission: "config.edit" },
    summary: "Takes away a scheduled change that waits, was held or was refused",
    params: numberParams,
    body: schema.configScheduleCancel,
    data: schema.configScheduleItem,
    audit: "config.schedule-cancel",
    handler: (ctx, { params: { id }, body }) => cancelSchedule(ctx, id, body),
  }),
  route({
    method: "POST",
    url: "/api/config/schedules/:id/restore",
    access: { kind: "session", permission: "config.edit" },
    summary: "Brings back a scheduled change that was just taken away",
    params: numberParams,
    body: schema.configScheduleRestore,
    data: schema.configScheduleItem,
    audit: "config.schedule-restore",
    handler: (ctx, { params: { id }, body }) => restoreSchedule(ctx, id, body),
  }),
];
