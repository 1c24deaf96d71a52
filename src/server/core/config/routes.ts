/** Parameters and the switches of order acceptance. */
import * as schema from "../../../contract/config.schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { configHistory, getConfig, patchConfig } from "./config.ts";
import { previewRestore, restoreConfig } from "./restore.ts";
import { getAcceptance, patchAcceptance } from "./acceptance.ts";

export const configRoutes: AnyRoute[] = [
  read("config.see", {
    url: "/api/config",
    summary: "All parameters with their defaults and the version",
    data: schema.configOut,
    handler: (ctx) => getConfig(ctx),
  }),
  route({
    method: "PATCH",
    url: "/api/config",
    access: { kind: "session", permission: "config.edit" },
    summary: "Changes the given parameters; the version must be the present one",
    body: schema.configPatch,
    data: schema.configOut,
    audit: "config.update",
    handler: (ctx, { body }) => patchConfig(ctx, body),
  }),
  read("config.see", {
    url: "/api/config/history",
    summary: "Changes of parameters, newest first, of one of them alone where `key` is given",
    query: schema.configHistoryQuery,
    data: schema.configHistoryOut,
    handler: (ctx, { query }) => configHistory(ctx, query),
  }),
  read("config.see", {
    url: "/api/config/restore",
    summary: "What putting back an earlier version would change, and what of it is refused today",
    query: schema.configRestoreQuery,
    data: schema.configRestoreOut,
    handler: (ctx, { query }) => previewRestore(ctx, query.to),
  }),
  route({
    method: "POST",
    url: "/api/config/restore",
    access: { kind: "session", permission: "config.edit" },
    summary: "Puts back an earlier version, or single parameters of it; checked and approved as any change",
    body: schema.configRestore,
    data: schema.configOut,
    audit: "config.restore",
    handler: (ctx, { body }) => restoreConfig(ctx, body),
  }),
  read("intake.see", {
    url: "/api/intake",
    summary: "Where new orders are accepted",
    data: schema.acceptanceOut,
    handler: (ctx) => getAcceptance(ctx),
  }),
  route({
    method: "PATCH",
    url: "/api/intake",
    access: { kind: "session", permission: ["intake.open", "intake.close"] },
    summary: "Closes or (admin only) opens order acceptance, for all or for one operator",
    body: schema.acceptancePatch,
    data: schema.acceptanceOut,
    audit: "intake.update",
    handler: (ctx, { body }) => patchAcceptance(ctx, body),
  }),
];
