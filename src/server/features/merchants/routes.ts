/** Merchants: list, one, create, change, switches, credentials, balance at a moment. */
import * as z from "zod";
import { balanceAt } from "../../../contract/journals.schema.ts";
import * as schema from "../../../contract/merchants.schema.ts";
import { idParams } from "../../../contract/schema.ts";
import { versionOnly } from "../../../contract/wallets.schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { listRoute } from "../../platform/lists/routes.ts";
import { createMerchant } from "./create.ts";
import { patchMerchant } from "./patch.ts";
import { MERCHANT_LIST } from "./queries.ts";
import { getMerchant, merchantBalance } from "./read.ts";
import { deleteMerchant, recoverMerchant } from "./remove.ts";
import { rotateSecret, rotateWebhookSecret } from "./rotate.ts";
import { enableMerchant, openMerchant } from "./switches.ts";

/** Staff see all merchants, a merchant's users their own: the scope decides, the permission lets in. */
const SEE_ONE = ["merchants.see", "merchant.own"] as const;
/** Whoever reads a merchant's journals reads in each what stood on its account. */
const SEE_BALANCE = [...SEE_ONE, "journals.see"] as const;

/** What the acts on one of them share. */
const act = { method: "POST", access: { kind: "session", permission: "merchants.edit" }, params: idParams, data: schema.merchantRow } as const;

export const merchantsRoutes: AnyRoute[] = [
  listRoute(MERCHANT_LIST, {
    url: "/api/merchants",
    summary: "Merchants with balances, today's figures and the state of their notifications",
    permission: "merchants.see",
    query: schema.merchantQuery,
    row: schema.merchantRow,
  }),
  read(SEE_ONE, {
    url: "/api/merchants/:id",
    summary: "One merchant with its history",
    params: idParams,
    data: schema.merchantDetail,
    handler: (ctx, { params }) => getMerchant(ctx, params.id),
  }),
  route({
    method: "POST",
    url: "/api/merchants",
    access: { kind: "session", permission: "merchants.create" },
    summary: "A new merchant; its two secrets are answered this once",
    status: 201,
    body: schema.merchantCreate,
    data: schema.merchantCreated,
    audit: "merchant.create",
    secret: true,
    handler: (ctx, { body }) => createMerchant(ctx, body),
  }),
  route({
    method: "PATCH",
    url: "/api/merchants/:id",
    access: { kind: "session", permission: ["merchants.edit", "merchants.fees", "merchants.integration"] },
    summary: "Changes a merchant's fields, each by whom it belongs to",
    params: idParams,
    body: schema.merchantPatch,
    data: schema.merchantRow,
    audit: "merchant.update",
    handler: (ctx, { params, body }) => patchMerchant(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/merchants/:id/enable",
    summary: "Takes orders again",
    body: versionOnly,
    audit: "merchant.enable",
    handler: (ctx, { params, body }) => enableMerchant(ctx, params.id, body.version, true),
  }),
  route({
    ...act,
    url: "/api/merchants/:id/disable",
    summary: "Takes no new orders",
    body: versionOnly,
    audit: "merchant.disable",
    handler: (ctx, { params, body }) => enableMerchant(ctx, params.id, body.version, false),
  }),
  route({
    ...act,
    url: "/api/merchants/:id/delete",
    access: { kind: "session", permission: "merchants.delete" },
    summary: "Deletes a merchant without balance, hold and open orders",
    body: versionOnly,
    audit: "merchant.delete",
    handler: (ctx, { params, body }) => deleteMerchant(ctx, params.id, body.version),
  }),
  route({
    ...act,
    url: "/api/merchants/:id/recover",
    access: { kind: "session", permission: "merchants.delete" },
    summary: "Brings a deleted merchant back",
    body: versionOnly,
    audit: "merchant.recover",
    handler: (ctx, { params, body }) => recoverMerchant(ctx, params.id, body.version),
  }),
  route({
    ...act,
    url: "/api/merchants/:id/secret",
    access: { kind: "session", permission: "merchants.secret" },
    summary: "A new app secret, answered this once; needs a recent re-authentication",
    body: versionOnly,
    data: schema.merchantSecret,
    audit: "merchant.secret",
    secret: true,
    handler: (ctx, { params, body }) => rotateSecret(ctx, params.id, body.version),
  }),
  route({
    ...act,
    url: "/api/merchants/:id/webhook-secret",
    access: { kind: "session", permission: "merchants.integration" },
    summary: "A new webhook secret, answered this once; the old one signs along for 24 hours",
    body: versionOnly,
    data: schema.webhookSecret,
    audit: "merchant.webhook-secret",
    secret: true,
    handler: (ctx, { params, body }) => rotateWebhookSecret(ctx, params.id, body.version),
  }),
  route({
    ...act,
    url: "/api/merchants/:id/open",
    access: { kind: "session", permission: ["merchants.open", "merchants.close"] },
    summary: "Closes or (admin only) opens a merchant's order acceptance",
    body: schema.merchantOpen,
    audit: "merchant.open",
    handler: (ctx, { params, body }) => openMerchant(ctx, params.id, body),
  }),
  read(SEE_BALANCE, {
    url: "/api/merchants/:id/balance",
    summary: "Balances at a moment",
    params: idParams,
    query: z.strictObject({ at: z.string().max(40).optional() }),
    data: balanceAt,
    handler: (ctx, { params, query }) => merchantBalance(ctx, params.id, query.at),
  }),
];
