/** Emergency stops: who closes what, why and until when; the effect before it is confirmed. */
import { idParams } from "../../../contract/schema.ts";
import * as schema from "../../../contract/switches.schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { Refused } from "../../platform/refusal.ts";
import { closeSwitch, openSwitch } from "./acts.ts";
import { effectOf, stopEffectOf } from "./effect.ts";
import { listSwitches } from "./rows.ts";
import { stopAll, targetsOf } from "./stop.ts";
import { targetOf } from "./target.ts";

export const switchesRoutes: AnyRoute[] = [
  read("switches.see", {
    url: "/api/switches",
    summary: "Emergency stops that concern the caller; staff also see the last that were opened again",
    query: schema.switchQuery,
    data: schema.switchList,
    handler: async (ctx, { query }) => ({ items: await listSwitches(ctx.app, ctx.actor, query.state === "all") }),
  }),
  route({
    method: "POST",
    url: "/api/switches",
    access: { kind: "session", permission: "intake.close" },
    summary: "Closes order acceptance for the platform, an operator, a merchant or a wallet",
    status: 201,
    body: schema.switchClose,
    data: schema.switchRow,
    audit: "switch.close",
    handler: (ctx, { body }) => closeSwitch(ctx, body),
  }),
  route({
    method: "POST",
    url: "/api/switches/preview",
    keyless: true,
    access: { kind: "session", permission: "intake.close" },
    summary: "What a switch would touch; nothing is stored",
    body: schema.switchTarget,
    data: schema.switchEffect,
    audit: null,
    unaudited: "looks",
    handler: async (ctx, { body }) => {
      const target = await targetOf(ctx.app, ctx.app.db, body);
      return target instanceof Refused ? target : effectOf(ctx.app, target);
    },
  }),
  route({
    method: "POST",
    url: "/api/switches/stop",
    access: { kind: "session", permission: "intake.close" },
    summary: "Closes order acceptance for several targets at once, all of them or none",
    status: 201,
    body: schema.switchStop,
    data: schema.switchStopped,
    audit: "switch.close",
    handler: (ctx, { body }) => stopAll(ctx, body),
  }),
  route({
    method: "POST",
    url: "/api/switches/stop/preview",
    keyless: true,
    access: { kind: "session", permission: "intake.close" },
    summary: "What would stop and what goes on; nothing is stored",
    body: schema.switchStopTargets,
    data: schema.stopEffect,
    audit: null,
    unaudited: "looks",
    handler: async (ctx, { body }) => {
      const targets = await targetsOf(ctx.app, ctx.app.db, body.targets);
      return targets instanceof Refused ? targets : stopEffectOf(ctx.app, targets);
    },
  }),
  route({
    method: "POST",
    url: "/api/switches/:id/open",
    access: { kind: "session", permission: "intake.open" },
    summary: "Opens again (admin)",
    params: idParams,
    body: schema.switchOpen,
    data: schema.switchRow,
    audit: "switch.open",
    handler: (ctx, { params, body }) => openSwitch(ctx, params.id, body),
  }),
];
