/** Transfers of float in the dashboard. */
import { idParams } from "../../../contract/schema.ts";
import {
  transferApprove,
  transferCancel,
  transferComplete,
  transferCreate,
  transferDetail as transferDetailSchema,
  transferFail,
  transferQuery,
  transferRow,
} from "../../../contract/transfers.schema.ts";
import { revealRoute } from "../../core/privacy/reveal.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { withId } from "../../platform/lists/page.ts";
import { listRoute } from "../../platform/lists/routes.ts";
import { completeTransfer } from "./complete.ts";
import { createTransfer } from "./create.ts";
import { approveTransfer, cancelTransfer } from "./decide.ts";
import { transferDetail } from "./detail.ts";
import { failTransfer } from "./fail.ts";
import { TRANSFER_LIST } from "./queries.ts";

const decide = { kind: "session", permission: "transfers.decide" } as const;
const request = { kind: "session", permission: "transfers.create" } as const;

/** What the acts on one of them share. */
const act = { method: "POST", access: decide, params: idParams, data: transferRow } as const;

export const transfersRoutes: AnyRoute[] = [
  listRoute(TRANSFER_LIST, {
    url: "/api/transfers",
    summary: "Transfers of float, newest first",
    permission: "transfers.see",
    query: transferQuery,
    row: transferRow,
  }),
  read("transfers.see", {
    url: "/api/transfers/:id",
    summary: "One transfer with its timeline, entries and messages",
    params: idParams,
    data: transferDetailSchema,
    handler: (ctx, { params }) => withId(ctx.app, "transfer", params.id, (id) => transferDetail(ctx.app, ctx.app.db, id, ctx.actor)),
  }),
  revealRoute("transfer", "/api/transfers", transferDetailSchema, transferDetail),
  route({
    method: "POST",
    url: "/api/transfers",
    access: request,
    summary: "Request a transfer",
    body: transferCreate,
    data: transferRow,
    status: 201,
    audit: "transfers.create",
    handler: (ctx, { body }) => createTransfer(ctx, body),
  }),
  route({
    ...act,
    url: "/api/transfers/:id/approve",
    summary: "Approve a transfer: its amount and expected cost are frozen; needs a recent re-authentication",
    body: transferApprove,
    audit: "transfers.approve",
    handler: (ctx, { params, body }) => approveTransfer(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/transfers/:id/complete",
    summary: "Complete a transfer by hand",
    body: transferComplete,
    audit: "transfers.complete",
    handler: (ctx, { params, body }) => completeTransfer(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/transfers/:id/fail",
    summary: "End a transfer that did not come about",
    body: transferFail,
    audit: "transfers.fail",
    handler: (ctx, { params, body }) => failTransfer(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/transfers/:id/cancel",
    access: request,
    summary: "Take a request back",
    body: transferCancel,
    audit: "transfers.cancel",
    handler: (ctx, { params, body }) => cancelTransfer(ctx, params.id, body),
  }),
];
