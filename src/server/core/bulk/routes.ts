/** Acts on many objects in the dashboard. */
import * as z from "zod";
import {
  bulkCreate,
  bulkDo,
  bulkItemsOut,
  bulkItemsQuery,
  bulkJobDetail,
  bulkJobRow,
  bulkQuery,
  bulkResultQuery,
  bulkStart,
} from "../../../contract/bulk.schema.ts";
import { empty, idParams, page } from "../../../contract/schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { listPage, withId } from "../../platform/lists/page.ts";
import { Refused } from "../../platform/refusal.ts";
import { cancelBulk, pauseBulk, repeatBulk, resumeBulk, startBulk } from "./change.ts";
import { bulkDetail } from "./detail.ts";
import { prepareBulk } from "./prepare.ts";
import { bulkById, bulkList, itemsPage } from "./queries.ts";
import { bulkResult } from "./result.ts";

const see = { kind: "session", permission: "bulk.see" } as const;
const run = { kind: "session", permission: "bulk.run" } as const;
/** What the acts on one of them share. */
const act = { method: "POST", access: run, params: idParams, data: bulkJobDetail, keyless: true } as const;

export const bulkRoutes: AnyRoute[] = [
  route({
    method: "POST",
    url: "/api/bulk",
    access: run,
    summary: "Prepare an act on many objects: freeze them, rehearse each, change nothing",
    body: bulkCreate,
    data: bulkJobDetail,
    status: 201,
    audit: null,
    unaudited: "looks",
    keyless: true,
    handler: (ctx, { body }) => prepareBulk(ctx, body),
  }),
  read("bulk.see", {
    url: "/api/bulk",
    summary: "Acts on many objects, newest first",
    query: bulkQuery,
    data: page(bulkJobRow),
    handler: async (ctx, { query }) => {
      const found = await listPage(ctx.app, bulkList(ctx.actor, true), query, ctx.actor);
      if (found instanceof Refused) return found;
      return { ...found, items: [...found.items], ...(found.sums === undefined ? {} : { sums: found.sums && { ...found.sums } }) };
    },
  }),
  read("bulk.see", {
    url: "/api/bulk/:id",
    summary: "One act on many objects: its sums, what is left out and why, how far it is",
    params: idParams,
    data: bulkJobDetail,
    handler: (ctx, { params }) => withId(ctx.app, "bulk", params.id, (id) => bulkDetail(ctx, id)),
  }),
  read("bulk.see", {
    url: "/api/bulk/:id/items",
    summary: "Its objects one by one, and what became of each",
    params: idParams,
    query: bulkItemsQuery,
    data: bulkItemsOut,
    handler: (ctx, { params, query }) =>
      withId(ctx.app, "bulk", params.id, async (id) => {
        const job = await bulkById(ctx.app, ctx.app.db, id, ctx.actor);
        return job instanceof Refused ? job : itemsPage(ctx.app, { id, act: job.act }, query.status?.split(",") ?? null, query.after ?? 0);
      }),
  }),
  route({
    method: "GET",
    url: "/api/bulk/:id/result",
    access: see,
    summary: "What became of each object, as a file",
    params: idParams,
    query: bulkResultQuery,
    data: z.unknown(),
    audit: "export",
    raw: true,
    handler: (ctx, { params, query, reply }) => withId(ctx.app, "bulk", params.id, (id) => bulkResult(ctx, id, query.lang, reply)),
  }),
  route({
    ...act,
    url: "/api/bulk/:id/start",
    summary: "Do it: what was seen is said once more, a large sum is typed",
    body: bulkStart,
    audit: "bulk.start",
    handler: (ctx, { params, body }) => withId(ctx.app, "bulk", params.id, (id) => startBulk(ctx, id, body)),
  }),
  route({
    ...act,
    url: "/api/bulk/:id/pause",
    summary: "Stop between two objects",
    body: bulkDo,
    audit: "bulk.pause",
    handler: (ctx, { params, body }) => withId(ctx.app, "bulk", params.id, (id) => pauseBulk(ctx, id, body.version)),
  }),
  route({
    ...act,
    url: "/api/bulk/:id/resume",
    summary: "Go on with what waits",
    body: bulkDo,
    audit: "bulk.resume",
    handler: (ctx, { params, body }) => withId(ctx.app, "bulk", params.id, (id) => resumeBulk(ctx, id, body.version)),
  }),
  route({
    ...act,
    url: "/api/bulk/:id/cancel",
    summary: "Leave out whatever has had no turn",
    body: bulkDo,
    audit: "bulk.cancel",
    handler: (ctx, { params, body }) => withId(ctx.app, "bulk", params.id, (id) => cancelBulk(ctx, id, body.version)),
  }),
  route({
    ...act,
    url: "/api/bulk/:id/again",
    summary: "A new draft of what failed or had no turn",
    body: empty,
    status: 201,
    audit: null,
    unaudited: "looks",
    handler: (ctx, { params }) => withId(ctx.app, "bulk", params.id, (id) => repeatBulk(ctx, id)),
  }),
];
