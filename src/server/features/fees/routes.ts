/** Fee rules of a merchant: versions, changes with a second approval, and what a change would have earned. */
import * as schema from "../../../contract/fees.schema.ts";
import { idParams } from "../../../contract/schema.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { cancelFee, changeFee } from "./change.ts";
import { previewFee } from "./preview.ts";
import { feesOf } from "./read.ts";

const change = { kind: "session", permission: "merchants.fees" } as const;

export const feesRoutes: AnyRoute[] = [
  route({
    method: "GET",
    url: "/api/merchants/:id/fees",
    access: { kind: "session", permission: ["merchants.see", "merchant.own"] },
    summary: "All versions of a merchant's fee rules",
    params: idParams,
    data: schema.feeVersions,
    audit: null,
    handler: (ctx, { params }) => feesOf(ctx, ctx.app.db, ctx.app.publicIds.decode("merchant", params.id)),
  }),
  route({
    method: "POST",
    url: "/api/merchants/:id/fees",
    access: change,
    summary: "A new version of a fee rule, at once or from a moment on; needs a second approval",
    params: idParams,
    body: schema.feeChange,
    data: schema.feeVersions,
    audit: "merchant.fee-rule",
    handler: (ctx, { params, body }) => changeFee(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/merchants/:id/fees/preview",
    keyless: true,
    access: change,
    summary: "What a rule would have earned on orders of last month; nothing is stored",
    params: idParams,
    body: schema.feePreviewIn,
    data: schema.feePreview,
    audit: null,
    unaudited: "looks",
    handler: (ctx, { params, body }) => previewFee(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/merchants/:id/fees/cancel",
    access: change,
    summary: "Cancels a version that has not begun; needs a second approval",
    params: idParams,
    body: schema.feeCancel,
    data: schema.feeVersions,
    audit: "merchant.fee-rule-cancel",
    handler: (ctx, { params, body }) => cancelFee(ctx, params.id, body),
  }),
];
