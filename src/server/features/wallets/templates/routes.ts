/** Templates of wallets' settings: read by whoever sees wallets, made by whoever changes them. */
import { idParams } from "../../../../contract/schema.ts";
import * as schema from "../../../../contract/wallet-templates.schema.ts";
import { walletRow, walletTemplateApply } from "../../../../contract/wallets.schema.ts";
import { read, route, type AnyRoute } from "../../../platform/http/route.ts";
import { withId } from "../../../platform/lists/page.ts";
import { applyTemplate } from "./apply.ts";
import { allTemplates, templateEditions, templateRow } from "./queries.ts";
import { createTemplate, deleteTemplate, patchTemplate, restoreTemplate } from "./verbs.ts";

const edit = { kind: "session", permission: "wallets.edit" } as const;

export const templateRoutes: AnyRoute[] = [
  read("wallets.see", {
    url: "/api/wallet-templates",
    summary: "Templates of wallets' settings, by type, with how many wallets follow each and how many differ from it",
    data: schema.walletTemplateList,
    handler: async (ctx) => ({ items: (await allTemplates(ctx.app.db)).map(templateRow) }),
  }),
  read("wallets.see", {
    url: "/api/wallet-templates/:id/editions",
    summary: "All that a template ever said",
    params: schema.templateParams,
    data: schema.walletTemplateEditions,
    handler: (ctx, { params }) => templateEditions(ctx.app.db, Number(params.id)),
  }),
  route({
    method: "POST",
    url: "/api/wallet-templates",
    access: edit,
    summary: "A new template for a type of wallets",
    status: 201,
    body: schema.walletTemplateCreate,
    data: schema.walletTemplateRow,
    audit: "wallet-template.create",
    handler: (ctx, { body }) => createTemplate(ctx, body),
  }),
  route({
    method: "PATCH",
    url: "/api/wallet-templates/:id",
    access: edit,
    summary: "Changes a template; no wallet changes by it",
    params: schema.templateParams,
    body: schema.walletTemplatePatch,
    data: schema.walletTemplateRow,
    audit: "wallet-template.update",
    handler: (ctx, { params, body }) => patchTemplate(ctx, Number(params.id), body),
  }),
  route({
    method: "POST",
    url: "/api/wallet-templates/:id/delete",
    access: edit,
    summary: "Deletes a template; wallets keep their settings",
    params: schema.templateParams,
    body: schema.walletTemplateDelete,
    data: schema.walletTemplateGone,
    audit: "wallet-template.delete",
    handler: (ctx, { params, body }) => deleteTemplate(ctx, Number(params.id), body.version),
  }),
  route({
    method: "POST",
    url: "/api/wallet-templates/:id/restore",
    access: edit,
    summary: "Brings a deleted template back",
    params: schema.templateParams,
    body: schema.walletTemplateRestore,
    data: schema.walletTemplateRow,
    audit: "wallet-template.restore",
    handler: (ctx, { params, body }) => restoreTemplate(ctx, Number(params.id), body),
  }),
  route({
    method: "POST",
    url: "/api/wallets/:id/template",
    access: edit,
    summary: "Gives a wallet the settings of a template, or lets it follow none",
    params: idParams,
    body: walletTemplateApply,
    data: walletRow,
    audit: "wallets.template",
    handler: (ctx, { params, body }) => withId(ctx.app, "wallet", params.id, (id) => applyTemplate(ctx, id, body)),
  }),
];
