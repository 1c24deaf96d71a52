/** Messages: the acts of staff. */
import { idParams } from "../../../contract/schema.ts";
import { smsAccept, smsIgnore, smsManual, smsMatch, smsParse, smsRestore, smsRow, smsTried, smsTry } from "../../../contract/sms.schema.ts";
import { atOnceRoute } from "../../core/bulk/at-once.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { acceptSms } from "./accept.ts";
import { SMS_BULK } from "./bulk.ts";
import { ignoreSms, restoreSms } from "./ignore.ts";
import { matchSms } from "./match.ts";
import { parseSmsAgain } from "./parse-again.ts";
import { trySms } from "./try.ts";
import { typeInSms } from "./type-in.ts";

const decide = { kind: "session", permission: "sms.decide" } as const;

/** What the acts on one of them share. */
const act = { method: "POST", access: decide, params: idParams, data: smsRow } as const;

export const smsRoutes: AnyRoute[] = [
  route({
    method: "POST",
    url: "/api/sms/try",
    access: { kind: "session", permission: "sms.try" },
    summary: "Try the rules on a text",
    body: smsTry,
    data: smsTried,
    audit: null,
    unaudited: "looks",
    keyless: true,
    handler: (ctx, { body }) => trySms(ctx, body),
  }),
  route({
    method: "POST",
    url: "/api/sms",
    access: decide,
    summary: "Type a message in",
    body: smsManual,
    data: smsRow,
    status: 201,
    audit: "sms.typed_in",
    handler: (ctx, { body }) => typeInSms(ctx, body),
  }),
  route({
    ...act,
    url: "/api/sms/:id/match",
    summary: "Match a message to an order",
    body: smsMatch,
    audit: "sms.match",
    handler: (ctx, { params, body }) => matchSms(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/sms/:id/accept",
    summary: "Book a message that a person believes, whatever its balance says",
    body: smsAccept,
    audit: "sms.accept",
    handler: (ctx, { params, body }) => acceptSms(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/sms/:id/ignore",
    summary: "Put a message aside",
    body: smsIgnore,
    audit: "sms.ignore",
    handler: (ctx, { params, body }) => ignoreSms(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/sms/:id/restore",
    summary: "Take a message back that was put aside",
    body: smsRestore,
    audit: "sms.restore",
    handler: (ctx, { params, body }) => restoreSms(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/sms/:id/parse",
    summary: "Parse a message again",
    body: smsParse,
    audit: "sms.parse",
    handler: (ctx, { params, body }) => parseSmsAgain(ctx, params.id, body),
  }),
  atOnceRoute({
    url: "/api/sms/bulk",
    permission: decide.permission,
    summary: "Act on several messages",
    acts: SMS_BULK.filter(({ name }) => name !== "sms.match"),
  }),
];
