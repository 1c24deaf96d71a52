/** Payouts: the merchants' calls and the acts of staff. */
import { bulkOut } from "../../../contract/bulk.schema.ts";
import {
  disburseApprove,
  disburseBulk,
  disburseBulkPreview,
  disburseBulkPreviewOut,
  disburseComplete,
  disburseCorrect,
  disburseCreate,
  disburseFail,
  disburseNote,
  disburseNotify,
  disburseRecheck,
  disburseReject,
  disburseReset,
  disburseRow,
  merchantDisburse,
  merchantDisburseQuery,
} from "../../../contract/disburses.schema.ts";
import { empty, idParams } from "../../../contract/schema.ts";
import { Undone } from "../../platform/db/undone.ts";
import { eachItem } from "../../platform/bulk.ts";
import { idempotencyOf } from "../../platform/http/call.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { approveDisburse } from "./approve.ts";
import { bulkAct, checkBulk, previewBulk } from "./bulk.ts";
import { cancelDisburse } from "./cancel.ts";
import { completeDisburse } from "./complete.ts";
import { correctDisburse } from "./correct.ts";
import { createDisburse } from "./create.ts";
import { failDisburse } from "./fail.ts";
import { noteDisburse } from "./note.ts";
import { notifyDisburse } from "./notify.ts";
import { findDisburse, getDisburse } from "./orders.ts";
import { recheckDisburse } from "./recheck.ts";
import { rejectDisburse } from "./reject.ts";
import { resetDisburse } from "./reset.ts";

const merchant = { kind: "merchant" } as const;
const decide = { kind: "session", permission: "disburses.decide" } as const;
const notify = { kind: "session", permission: "disburses.notify" } as const;

const merchantRoutes: AnyRoute[] = [
  route({
    method: "POST",
    url: "/v1/disburses",
    access: merchant,
    summary: "Create a payout (pay a customer)",
    body: disburseCreate,
    data: merchantDisburse,
    status: 201,
    audit: null,
    keyless: true,
    handler: async (ctx, { body, answer, request }) => {
      const made = await createDisburse(ctx, body, idempotencyOf(ctx, request, "POST /v1/disburses"));
      if (made instanceof Undone) return made;
      const { order, created } = made;
      if (!created) answer.status(200);
      return order;
    },
  }),
  route({
    method: "GET",
    url: "/v1/disburses",
    access: merchant,
    summary: "Find a payout by your own number",
    query: merchantDisburseQuery,
    data: merchantDisburse,
    audit: null,
    handler: (ctx, { query }) => findDisburse(ctx, query.merchant_order_id),
  }),
  route({
    method: "GET",
    url: "/v1/disburses/:id",
    access: merchant,
    summary: "Get a payout",
    params: idParams,
    data: merchantDisburse,
    audit: null,
    handler: (ctx, { params }) => getDisburse(ctx, params.id),
  }),
  route({
    method: "POST",
    url: "/v1/disburses/:id/cancel",
    access: merchant,
    summary: "Cancel a payout that has not been tried yet",
    params: idParams,
    body: empty,
    data: merchantDisburse,
    audit: null,
    handler: (ctx, { params }) => cancelDisburse(ctx, params.id),
  }),
];

const staffRoutes: AnyRoute[] = [
  route({
    method: "POST",
    url: "/api/disburses/:id/approve",
    access: decide,
    summary: "Approve a payout above the threshold",
    params: idParams,
    body: disburseApprove,
    data: disburseRow,
    audit: "disburses.approve",
    handler: (ctx, { params, body }) => approveDisburse(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/disburses/:id/reject",
    access: decide,
    summary: "Reject a payout that was not sent",
    params: idParams,
    body: disburseReject,
    data: disburseRow,
    audit: "disburses.reject",
    handler: (ctx, { params, body }) => rejectDisburse(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/disburses/:id/recheck",
    access: decide,
    summary: "Ask the operator about the last attempt and look at the wallet's messages",
    params: idParams,
    body: disburseRecheck,
    data: disburseRow,
    audit: "disburses.recheck",
    handler: (ctx, { params, body }) => recheckDisburse(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/disburses/:id/reset",
    access: decide,
    summary: "Pay again after a failed attempt (second approval)",
    params: idParams,
    body: disburseReset,
    data: disburseRow,
    audit: "disburses.reset",
    handler: (ctx, { params, body }) => resetDisburse(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/disburses/:id/complete",
    access: decide,
    summary: "Complete by hand",
    params: idParams,
    body: disburseComplete,
    data: disburseRow,
    audit: "disburses.complete",
    handler: (ctx, { params, body }) => completeDisburse(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/disburses/:id/correct",
    access: decide,
    summary: "Correct the TrxID that was said, before a message proves it",
    params: idParams,
    body: disburseCorrect,
    data: disburseRow,
    audit: "disburses.correct",
    handler: (ctx, { params, body }) => correctDisburse(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/disburses/:id/fail",
    access: decide,
    summary: "Say that it was not paid",
    params: idParams,
    body: disburseFail,
    data: disburseRow,
    audit: "disburses.fail",
    handler: (ctx, { params, body }) => failDisburse(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/disburses/:id/note",
    access: decide,
    summary: "Add a note",
    params: idParams,
    body: disburseNote,
    data: disburseRow,
    audit: "disburses.note",
    handler: (ctx, { params, body }) => noteDisburse(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/disburses/:id/notify",
    access: notify,
    summary: "Notify again",
    params: idParams,
    body: disburseNotify,
    data: disburseRow,
    audit: "disburses.notify",
    handler: (ctx, { params, body }) => notifyDisburse(ctx, params.id, body),
  }),
];

const bulkRoutes: AnyRoute[] = [
  route({
    method: "POST",
    url: "/api/disburses/bulk",
    access: notify,
    summary: "Act on several payouts",
    audit: ["disburses.approve", "disburses.reject", "disburses.recheck", "disburses.notify", "disburses.note"],
    keyless: true,
    body: disburseBulk,
    data: bulkOut,
    handler: async (ctx, { body }) => {
      const against = checkBulk(ctx, body.action, body);
      if (against) return against;
      return eachItem(body.items, (item) => bulkAct(ctx, body.action, item, body));
    },
  }),
  route({
    method: "POST",
    url: "/api/disburses/bulk/preview",
    access: notify,
    summary: "What an act on several payouts would do",
    audit: null,
    unaudited: "looks",
    keyless: true,
    body: disburseBulkPreview,
    data: disburseBulkPreviewOut,
    handler: (ctx, { body }) => previewBulk(ctx, body.action, body.items),
  }),
];

export const disbursesRoutes: AnyRoute[] = [...merchantRoutes, ...staffRoutes, ...bulkRoutes];
