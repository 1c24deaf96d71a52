/** Message rules: shipped ones to read, own ones to write, try and switch. */
import { empty, idParams } from "../../../../contract/schema.ts";
import * as schema from "../../../../contract/sms-rules.schema.ts";
import { read, route, type AnyRoute } from "../../../platform/http/route.ts";
import { createRule, listRules, switchRule, tryKeptRule } from "./acts.ts";
import { unreadOfRule } from "./read-again.ts";
import { notedByRule } from "./shadow.ts";

const rules = { kind: "session", permission: "sms.rules" } as const;

/** What the acts on one of them share. */
const act = { method: "POST", access: rules, params: idParams, data: schema.smsRuleRow } as const;

export const smsRulesRoutes: AnyRoute[] = [
  read("sms.see", {
    url: "/api/sms/rules",
    summary: "Message rules: own ones newest first, those that came with the product, and what the classes mean",
    query: schema.smsRuleQuery,
    data: schema.smsRuleList,
    handler: (ctx, { query }) => listRules(ctx, query.operator ?? null),
  }),
  route({
    method: "POST",
    url: "/api/sms/rules",
    access: rules,
    summary: "Writes a message rule down as a draft, or only tries it on stored messages (dry_run)",
    status: 201,
    body: schema.smsRuleCreate,
    data: schema.smsRuleCreated,
    audit: "sms.rule_create",
    handler: (ctx, { body }) => createRule(ctx, body),
  }),
  route({
    ...act,
    url: "/api/sms/rules/:id/try",
    keyless: true,
    summary: "What a message rule would make of the stored messages; nothing is written",
    body: empty,
    data: schema.smsRuleTrial,
    audit: null,
    unaudited: "looks",
    handler: (ctx, { params }) => tryKeptRule(ctx, params.id),
  }),
  read("sms.rules", {
    url: "/api/sms/rules/:id/shadow",
    summary: "What a message rule noted in the shadow, the last time that it ran there",
    params: idParams,
    data: schema.smsRuleNoted,
    handler: (ctx, { params }) => notedByRule(ctx, params.id),
  }),
  read("sms.rules", {
    url: "/api/sms/rules/:id/unread",
    summary: "Unread messages that a message rule which is on reads now",
    params: idParams,
    data: schema.smsRuleUnread,
    handler: (ctx, { params }) => unreadOfRule(ctx, params.id),
  }),
  route({
    ...act,
    url: "/api/sms/rules/:id/shadow",
    summary: "Lets a message rule run in the shadow: it notes what it would read, and reads nothing",
    body: schema.smsRuleVersion,
    audit: "sms.rule_shadow",
    handler: (ctx, { params, body }) => switchRule(ctx, params.id, body, "shadow"),
  }),
  route({
    ...act,
    url: "/api/sms/rules/:id/on",
    summary: "Enables a message rule, or rolls back to it (instead_of); needs a second approval",
    body: schema.smsRuleSwitch,
    audit: "sms.rule_on",
    handler: (ctx, { params, body }) => switchRule(ctx, params.id, body, "on"),
  }),
  route({
    ...act,
    url: "/api/sms/rules/:id/off",
    summary: "Switches a message rule off, or ends its run in the shadow",
    body: schema.smsRuleVersion,
    audit: "sms.rule_off",
    handler: (ctx, { params, body }) => switchRule(ctx, params.id, body, "off"),
  }),
];
