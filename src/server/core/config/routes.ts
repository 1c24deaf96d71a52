/** Parameters and the switches of order acceptance. */
import * as schema from "../../../contract/config.schema.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { configHistory, getConfig, patchConfig } from "./config.ts";
import { previewRestore, restoreConfig } from "./restore.ts";
import { getAcceptance, patchAcceptance } from "./acceptance.ts";

export const configRoutes: AnyRoute[] = [
  route({
    method: "GET",
    url: "/api/config",
    access: { kind: "session", permission: "config.see" },
    summary: "All parameters with their defaults and the version",
    data: schema.configOut,
    audit: null,
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
  route({
    method: "GET",
    url: "/api/config/history",
    access: { kind: "session", permission: "config.see" },
    summary: "Changes of parameters, newest first, of one of them alone where `key` is given",
    query: schema.configHistoryQuery,
    data: schema.configHistoryOut,
    audit: null,
    handler: (ctx, { query }) => configHistory(ctx, query),
  }),
  route({
    method: "GET",
    url: "/api/config/restore",
    access: { kind: "session", permission: "config.see" },
    summary: "What putting back an earlier version would change, and what of it is refused today",
    query: schema.configRestoreQuery,
    data: schema.configRestoreOut,
    audit: null,
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
  route({
    method: "GET",
    url: "/api/intake",
    access: { kind: "session", permission: "intake.see" },
    summary: "Where new orders are accepted",
    data: schema.acceptanceOut,
    audit: null,
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
