/** Payments: the merchants' calls and the acts of staff. */
import { merchantBalance } from "../../../contract/home.schema.ts";
import {
  merchantPayment,
  merchantPaymentQuery,
  paymentApprove,
  paymentComplete,
  paymentCorrect,
  paymentCreate,
  paymentNote,
  paymentNotify,
  paymentRecheck,
  paymentReject,
  paymentRow,
  submitTrx as submitTrxBody,
} from "../../../contract/payments.schema.ts";
import { empty, idParams } from "../../../contract/schema.ts";
import { Undone } from "../../platform/db/undone.ts";
import { atOnceRoute } from "../../core/bulk/at-once.ts";
import { idempotencyOf } from "../../platform/http/call.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { approvePayment } from "./approve.ts";
import { balanceOf } from "./balance.ts";
import { PAYMENT_BULK } from "./bulk-acts.ts";
import { cancelPayment } from "./cancel.ts";
import { completePayment } from "./complete.ts";
import { correctPayment } from "./correct.ts";
import { createPayment } from "./create.ts";
import { notePayment } from "./note.ts";
import { notifyPayment } from "./notify.ts";
import { findPayment, getPayment } from "./orders.ts";
import { recheckPayment } from "./recheck.ts";
import { rejectPayment } from "./reject.ts";
import { submitTrx } from "./submit-trx.ts";

const merchant = { kind: "merchant" } as const;
const decide = { kind: "session", permission: "payments.decide" } as const;

/** What the acts on one of them share. */
const act = { method: "POST", access: decide, params: idParams, data: paymentRow } as const;

export const paymentsRoutes: AnyRoute[] = [
  route({
    method: "POST",
    url: "/v1/payments",
    access: merchant,
    summary: "Create a payment",
    body: paymentCreate,
    data: merchantPayment,
    status: 201,
    audit: null,
    keyless: true,
    busy: true,
    handler: async (ctx, { body, answer, request }) => {
      const made = await createPayment(ctx, body, idempotencyOf(ctx, request, "POST /v1/payments"));
      if (made instanceof Undone) return made;
      const { order, created } = made;
      if (!created) answer.status(200);
      return order;
    },
  }),
  route({
    method: "GET",
    url: "/v1/payments",
    access: merchant,
    summary: "Find a payment by your own number",
    query: merchantPaymentQuery,
    data: merchantPayment,
    audit: null,
    handler: (ctx, { query }) => findPayment(ctx, query.merchant_order_id),
  }),
  route({
    method: "GET",
    url: "/v1/payments/:id",
    access: merchant,
    summary: "Get a payment",
    params: idParams,
    data: merchantPayment,
    audit: null,
    handler: (ctx, { params }) => getPayment(ctx, params.id),
  }),
  route({
    ...act,
    url: "/v1/payments/:id/trx",
    access: merchant,
    summary: "Submit the payer's TrxID",
    body: submitTrxBody,
    data: merchantPayment,
    audit: null,
    handler: (ctx, { params, body }) => submitTrx(ctx, params.id, body.trx_id),
  }),
  route({
    ...act,
    url: "/v1/payments/:id/cancel",
    access: merchant,
    summary: "Cancel a pending payment",
    body: empty,
    data: merchantPayment,
    audit: null,
    handler: (ctx, { params }) => cancelPayment(ctx, params.id),
  }),
  route({ method: "GET", url: "/v1/balance", access: merchant, summary: "Your balance", data: merchantBalance, audit: null, handler: (ctx) => balanceOf(ctx) }),

  route({
    ...act,
    url: "/api/payments/:id/approve",
    summary: "Complete a payment in review with its message",
    body: paymentApprove,
    audit: "payments.approve",
    handler: (ctx, { params, body }) => approvePayment(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/payments/:id/reject",
    summary: "Reject a payment in review",
    body: paymentReject,
    audit: "payments.reject",
    handler: (ctx, { params, body }) => rejectPayment(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/payments/:id/recheck",
    summary: "Match again",
    body: paymentRecheck,
    audit: "payments.recheck",
    handler: (ctx, { params, body }) => recheckPayment(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/payments/:id/complete",
    summary: "Complete manually",
    body: paymentComplete,
    audit: "payments.complete",
    handler: (ctx, { params, body }) => completePayment(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/payments/:id/correct",
    summary: "Correct the TrxID that was said, before a message proves it",
    body: paymentCorrect,
    audit: "payments.correct",
    handler: (ctx, { params, body }) => correctPayment(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/payments/:id/note",
    summary: "Add a note",
    body: paymentNote,
    audit: "payments.note",
    handler: (ctx, { params, body }) => notePayment(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/payments/:id/notify",
    access: { kind: "session", permission: "payments.notify" },
    summary: "Notify again",
    body: paymentNotify,
    audit: "payments.notify",
    handler: (ctx, { params, body }) => notifyPayment(ctx, params.id, body),
  }),
  atOnceRoute({ url: "/api/payments/bulk", permission: decide.permission, summary: "Act on several payments", acts: PAYMENT_BULK }),
];
