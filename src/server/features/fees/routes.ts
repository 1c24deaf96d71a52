/** Fee rules of a merchant: versions, changes with a second approval, and what a change would have earned. */
import * as schema from "../../../contract/fees.schema.ts";
import { idParams } from "../../../contract/schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { cancelFee, changeFee } from "./change.ts";
import { previewFee } from "./preview.ts";
import { feesOf } from "./read.ts";

const change = { kind: "session", permission: "merchants.fees" } as const;

/** What the acts on one of them share. */
const act = { method: "POST", access: change, params: idParams, data: schema.feeVersions } as const;

export const feesRoutes: AnyRoute[] = [
  read(["merchants.see", "merchant.own"], {
    url: "/api/merchants/:id/fees",
    summary: "All versions of a merchant's fee rules",
    params: idParams,
    data: schema.feeVersions,
    handler: (ctx, { params }) => feesOf(ctx, ctx.app.db, ctx.app.publicIds.decode("merchant", params.id)),
  }),
  route({
    ...act,
    url: "/api/merchants/:id/fees",
    summary: "A new version of a fee rule, at once or from a moment on; needs a second approval",
    body: schema.feeChange,
    audit: "merchant.fee-rule",
    handler: (ctx, { params, body }) => changeFee(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/merchants/:id/fees/preview",
    keyless: true,
    summary: "What a rule would have earned on orders of last month; nothing is stored",
    body: schema.feePreviewIn,
    data: schema.feePreview,
    audit: null,
    unaudited: "looks",
    handler: (ctx, { params, body }) => previewFee(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/merchants/:id/fees/cancel",
    summary: "Cancels a version that has not begun; needs a second approval",
    body: schema.feeCancel,
    audit: "merchant.fee-rule-cancel",
    handler: (ctx, { params, body }) => cancelFee(ctx, params.id, body),
  }),
];
