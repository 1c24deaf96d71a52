/** Payouts: the merchants' calls and the acts of staff. */
import { DISBURSE_BULK_ACTIONS } from "../../../contract/disburses.ts";
import {
  disburseApprove,
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
import { atOnceRoute } from "../../core/bulk/at-once.ts";
import { idempotencyOf } from "../../platform/http/call.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { approveDisburse } from "./approve.ts";
import { DISBURSE_BULK } from "./bulk-acts.ts";
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
/** What the acts on one of them share. */
const act = { method: "POST", access: decide, params: idParams, data: disburseRow } as const;

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
    ...act,
    url: "/v1/disburses/:id/cancel",
    access: merchant,
    summary: "Cancel a payout that has not been tried yet",
    body: empty,
    data: merchantDisburse,
    audit: null,
    handler: (ctx, { params }) => cancelDisburse(ctx, params.id),
  }),
];

const staffRoutes: AnyRoute[] = [
  route({
    ...act,
    url: "/api/disburses/:id/approve",
    summary: "Approve a payout above the threshold; needs a recent re-authentication",
    body: disburseApprove,
    audit: "disburses.approve",
    handler: (ctx, { params, body }) => approveDisburse(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/disburses/:id/reject",
    summary: "Reject a payout that was not sent",
    body: disburseReject,
    audit: "disburses.reject",
    handler: (ctx, { params, body }) => rejectDisburse(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/disburses/:id/recheck",
    summary: "Ask the operator about the last attempt and look at the wallet's messages",
    body: disburseRecheck,
    audit: "disburses.recheck",
    handler: (ctx, { params, body }) => recheckDisburse(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/disburses/:id/reset",
    summary: "Pay again after a failed attempt (second approval)",
    body: disburseReset,
    audit: "disburses.reset",
    handler: (ctx, { params, body }) => resetDisburse(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/disburses/:id/complete",
    summary: "Complete by hand",
    body: disburseComplete,
    audit: "disburses.complete",
    handler: (ctx, { params, body }) => completeDisburse(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/disburses/:id/correct",
    summary: "Correct the TrxID that was said, before a message proves it",
    body: disburseCorrect,
    audit: "disburses.correct",
    handler: (ctx, { params, body }) => correctDisburse(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/disburses/:id/fail",
    summary: "Say that it was not paid",
    body: disburseFail,
    audit: "disburses.fail",
    handler: (ctx, { params, body }) => failDisburse(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/disburses/:id/note",
    summary: "Add a note",
    body: disburseNote,
    audit: "disburses.note",
    handler: (ctx, { params, body }) => noteDisburse(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/disburses/:id/notify",
    access: notify,
    summary: "Notify again",
    body: disburseNotify,
    audit: "disburses.notify",
    handler: (ctx, { params, body }) => notifyDisburse(ctx, params.id, body),
  }),
];

const AT_ONCE: readonly string[] = DISBURSE_BULK_ACTIONS.map((action) => `disburses.${action}`);
const atOnce = atOnceRoute({
  url: "/api/disburses/bulk",
  permission: notify.permission,
  summary: "Act on several payouts",
  acts: DISBURSE_BULK.filter(({ name }) => AT_ONCE.includes(name)),
});

export const disbursesRoutes: AnyRoute[] = [...merchantRoutes, ...staffRoutes, atOnce];
