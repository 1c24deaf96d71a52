/** Merchants' withdrawals in the dashboard. */
import * as z from "zod";
import { bulkResultQuery } from "../../../contract/bulk.schema.ts";
import { withdrawalEvidence } from "../../../contract/evidence.schema.ts";
import { empty, idParams } from "../../../contract/schema.ts";
import {
  bankFileCancelled,
  withdrawalApprove,
  withdrawalAvailable as withdrawalAvailableSchema,
  withdrawalAvailableQuery,
  withdrawalCreate,
  withdrawalDetail as withdrawalDetailSchema,
  withdrawalPaid,
  withdrawalQuery,
  withdrawalReject,
  withdrawalRow,
} from "../../../contract/withdrawal.schema.ts";
import { evidenceRoute } from "../../core/orders/evidence.ts";
import { revealRoute } from "../../core/privacy/reveal.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { withId } from "../../platform/lists/page.ts";
import { listRoute } from "../../platform/lists/routes.ts";
import { withdrawalAvailable } from "./available.ts";
import { bankFile, cancelBankFile } from "./bank-file.ts";
import { approveWithdrawal, rejectWithdrawal } from "./decide.ts";
import { withdrawalDetail } from "./detail.ts";
import { payWithdrawal } from "./paid.ts";
import { WITHDRAWAL_LIST } from "./queries.ts";
import { submitWithdrawal } from "./submit.ts";

const decide = { kind: "session", permission: "withdrawal.decide" } as const;

/** What the acts on one of them share. */
const act = { method: "POST", access: decide, params: idParams, data: withdrawalRow } as const;

export const withdrawalRoutes: AnyRoute[] = [
  listRoute(WITHDRAWAL_LIST, {
    url: "/api/withdrawal",
    summary: "Withdrawals, newest first",
    permission: "withdrawal.see",
    query: withdrawalQuery,
    row: withdrawalRow,
  }),
  read("withdrawal.see", {
    url: "/api/withdrawal/available",
    summary: "How much a merchant can withdraw, and what the figure is made of",
    query: withdrawalAvailableQuery,
    data: withdrawalAvailableSchema,
    handler: (ctx, { query }) => withdrawalAvailable(ctx, query.merchant_id),
  }),
  read("withdrawal.see", {
    url: "/api/withdrawal/:id",
    summary: "One withdrawal with its timeline, entries and notifications",
    params: idParams,
    data: withdrawalDetailSchema,
    handler: (ctx, { params }) => withId(ctx.app, "withdrawal", params.id, (id) => withdrawalDetail(ctx.app, ctx.app.db, id, ctx.actor)),
  }),
  evidenceRoute({ type: "withdrawal", address: "/api/withdrawal", permission: "withdrawal.see", data: withdrawalEvidence, detailOf: withdrawalDetail }),
  revealRoute("withdrawal", "/api/withdrawal", withdrawalDetailSchema, withdrawalDetail),
  route({
    method: "POST",
    url: "/api/withdrawal",
    access: { kind: "session", permission: "withdrawal.create" },
    summary: "Submit a withdrawal: the amount is held",
    body: withdrawalCreate,
    data: withdrawalRow,
    status: 201,
    audit: "withdrawal.submit",
    handler: (ctx, { body }) => submitWithdrawal(ctx, body),
  }),
  route({
    ...act,
    url: "/api/withdrawal/:id/approve",
    summary: "Let a withdrawal be paid",
    body: withdrawalApprove,
    audit: "withdrawal.approve",
    handler: (ctx, { params, body }) => approveWithdrawal(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/withdrawal/:id/reject",
    summary: "Reject a withdrawal: the amount is released",
    body: withdrawalReject,
    audit: "withdrawal.reject",
    handler: (ctx, { params, body }) => rejectWithdrawal(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/withdrawal/:id/paid",
    summary: "Mark a withdrawal as paid",
    body: withdrawalPaid,
    audit: "withdrawal.paid",
    handler: (ctx, { params, body }) => payWithdrawal(ctx, params.id, body),
  }),
  route({
    method: "GET",
    url: "/api/withdrawal/files/:id",
    access: decide,
    summary: "A file for the bank: what the job that wrote it has put in",
    params: idParams,
    query: bulkResultQuery,
    data: z.unknown(),
    audit: "export",
    raw: true,
    handler: (ctx, { params, query, reply }) => withId(ctx.app, "bulk", params.id, (id) => bankFile(ctx, id, query.lang, reply)),
  }),
  route({
    ...act,
    url: "/api/withdrawal/files/:id/cancel",
    summary: "Cancel a file that the bank will not pay: its withdrawals may go into another one",
    body: empty,
    data: bankFileCancelled,
    audit: "bank-file.cancel",
    keyless: true,
    handler: (ctx, { params }) => withId(ctx.app, "bulk", params.id, (id) => cancelBankFile(ctx, id)),
  }),
];
