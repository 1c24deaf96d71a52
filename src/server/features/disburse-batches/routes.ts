/** Batch payouts in the dashboard: merchants send files, everybody who sees payouts sees what became of them. */
import * as z from "zod";
import {
  batchAct,
  batchDetail as batchDetailOut,
  batchIn,
  batchOut,
  batchQuery,
  batchResultQuery,
  batchRow,
} from "../../../contract/disburse-batches.schema.ts";
import { idParams } from "../../../contract/schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { withId } from "../../platform/lists/page.ts";
import { listRoute } from "../../platform/lists/routes.ts";
import { retryBatch, stopBatch } from "./act.ts";
import { batchDetail, BATCH_LIST } from "./queries.ts";
import { batchResult } from "./result.ts";
import { submitBatch } from "./submit.ts";

const send = { kind: "session", permission: "disburses.batch" } as const;
const see = { kind: "session", permission: "disburses.see" } as const;

export const disburseBatchesRoutes: AnyRoute[] = [
  route({
    method: "POST",
    url: "/api/disburses/batch",
    access: send,
    summary: "Check a file of payouts, or order them",
    body: batchIn,
    data: batchOut,
    audit: "batches.submit",
    handler: (ctx, { body }) => submitBatch(ctx, body),
  }),
  listRoute(BATCH_LIST, { url: "/api/disburses/batches", summary: "Batches, newest first", permission: "disburses.see", query: batchQuery, row: batchRow }),
  read("disburses.see", {
    url: "/api/disburses/batches/:id",
    summary: "One batch with how its orders stand",
    params: idParams,
    data: batchDetailOut,
    handler: (ctx, { params }) => withId(ctx.app, "batch", params.id, (id) => batchDetail(ctx.app, ctx.app.db, id, ctx.actor)),
  }),
  route({
    method: "GET",
    url: "/api/disburses/batches/:id/result",
    access: see,
    summary: "What became of each row, as a file",
    params: idParams,
    query: batchResultQuery,
    data: z.unknown(),
    audit: "export",
    raw: true,
    handler: (ctx, { params, query, reply }) => batchResult(ctx, params.id, query.lang, reply),
  }),
  route({
    method: "POST",
    url: "/api/disburses/batches/:id/stop",
    access: send,
    summary: "Leave the rows that have no order yet",
    params: idParams,
    body: batchAct,
    data: batchRow,
    audit: "batches.stop",
    handler: (ctx, { params, body }) => stopBatch(ctx, params.id, body.version),
  }),
  route({
    method: "POST",
    url: "/api/disburses/batches/:id/retry",
    access: send,
    summary: "Take up failed and stopped rows again",
    params: idParams,
    body: batchAct,
    data: batchRow,
    audit: "batches.retry",
    handler: (ctx, { params, body }) => retryBatch(ctx, params.id, body.version),
  }),
];
