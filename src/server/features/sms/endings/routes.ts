/** Taught endings: words around an operator's message that people have called harmless. */
import { empty, idParams } from "../../../../contract/schema.ts";
import * as schema from "../../../../contract/sms-endings.schema.ts";
import { read, route, type AnyRoute } from "../../../platform/http/route.ts";
import { createEnding, listEndings, switchEnding, tryKeptEnding } from "./acts.ts";

const teach = { kind: "session", permission: "sms.rules" } as const;

/** What the acts on one of them share. */
const act = { method: "POST", access: teach, params: idParams, data: schema.smsEndingRow } as const;

export const smsEndingsRoutes: AnyRoute[] = [
  read("sms.see", {
    url: "/api/sms/endings",
    summary: "Harmless endings that people have taught, newest first",
    query: schema.smsEndingQuery,
    data: schema.smsEndingList,
    handler: (ctx, { query }) => listEndings(ctx, query.operator ?? null),
  }),
  route({
    method: "POST",
    url: "/api/sms/endings",
    access: teach,
    summary: "Writes a harmless ending down as a draft, or only tries it on stored messages (dry_run)",
    status: 201,
    body: schema.smsEndingCreate,
    data: schema.smsEndingCreated,
    audit: "sms.ending_create",
    handler: (ctx, { body }) => createEnding(ctx, body),
  }),
  route({
    ...act,
    url: "/api/sms/endings/:id/try",
    keyless: true,
    summary: "What a harmless ending would change of the stored messages; nothing is written",
    body: empty,
    data: schema.smsEndingTrial,
    audit: null,
    unaudited: "looks",
    handler: (ctx, { params }) => tryKeptEnding(ctx, params.id),
  }),
  route({
    ...act,
    url: "/api/sms/endings/:id/on",
    summary: "Lets a harmless ending pass, with a second approval",
    body: schema.smsEndingSwitch,
    audit: "sms.ending_on",
    handler: (ctx, { params, body }) => switchEnding(ctx, params.id, body, "on"),
  }),
  route({
    ...act,
    url: "/api/sms/endings/:id/off",
    summary: "Takes a harmless ending back",
    body: schema.smsEndingSwitch,
    audit: "sms.ending_off",
    handler: (ctx, { params, body }) => switchEnding(ctx, params.id, body, "off"),
  }),
];
