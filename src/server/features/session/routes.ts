/** Sign-in, the profile, re-authentication, the authenticator, own sessions and preferences. */
import * as z from "zod";
import { empty, idParams } from "../../../contract/schema.ts";
import * as schema from "../../../contract/session.schema.ts";
import { endRecheck } from "../../core/session/recheck.ts";
import { bearer } from "../../platform/http/auth.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { authenticatorReset } from "./authenticator-reset.ts";
import { check } from "./check.ts";
import { beforeAuthenticator, beforePassword } from "./early.ts";
import { answerNewDevice, listNewDevices } from "./new-devices.ts";
import { listSessions, revokeSession } from "./own-sessions.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { passwordSave } from "./password-save.ts";
import { getPreferences, patchPreferences } from "./preferences.ts";
import { ownMerchantOf, profileOf } from "./profile.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";
import { remembering } from "./remembering.ts";
import { signin } from "./signin.ts";
import { signout } from "./signout.ts";
import { verify } from "./verify.ts";

/** Calls whose body is empty or missing. */
const noBody = empty.nullish();

export const sessionRoutes: AnyRoute[] = [
  ...passkeyRoutes,
  route({
    method: "POST",
    url: "/api/signin",
    access: { kind: "public" },
    summary: "Signs in with account, password and, where the authenticator is on, a code",
    body: schema.signin,
    data: schema.profile,
    audit: "user.signin",
    secret: true,
    handler: (ctx, { body, request, reply }) => remembering(ctx.app, request, reply, (device) => signin(ctx, body, device)),
  }),
  route({
    method: "POST",
    url: "/api/signout",
    access: beforePassword,
    summary: "Ends the session",
    body: noBody,
    data: empty,
    audit: "user.signout",
    handler: (ctx) => signout(ctx),
  }),
  route({
    method: "GET",
    url: "/api/user",
    access: beforePassword,
    summary: "The profile of the person who is signed in; changes nothing. A number as query keeps caches away",
    query: schema.bareStampQuery,
    data: schema.profile,
    audit: null,
    handler: (ctx, { request }) => profileOf(ctx.app, ctx.actor, bearer(request)),
  }),
  read(null, {
    url: "/api/merchant",
    summary: "The merchant of the person who is signed in; null for people of the platform. A number as query keeps caches away",
    query: schema.stampQuery,
    data: schema.profile.shape.merchant,
    handler: (ctx) => ownMerchantOf(ctx.app, ctx.actor),
  }),
  route({
    method: "POST",
    url: "/api/user/password/save",
    access: beforePassword,
    summary: "Changes the own password; the other sessions end",
    body: schema.passwordSave,
    data: empty,
    audit: "user.password",
    handler: (ctx, { body }) => passwordSave(ctx, body),
  }),
  route({
    method: "POST",
    url: "/api/user/check",
    access: beforePassword,
    summary: "Re-authenticates the session for five minutes, which sensitive acts move on, up to thirty",
    body: schema.check,
    data: schema.checked,
    audit: null,
    unaudited: "proves_himself",
    handler: (ctx, { body }) => check(ctx, body),
  }),
  route({
    method: "DELETE",
    url: "/api/user/check",
    access: beforePassword,
    summary: "Ends the re-authentication before its time",
    data: empty,
    audit: null,
    unaudited: "proves_himself",
    handler: async (ctx) => {
      await endRecheck(ctx);
      return {};
    },
  }),
  route({
    method: "PUT",
    url: "/api/user/authenticator/reset",
    access: beforeAuthenticator,
    summary: "Makes a new authenticator seed, which waits for its first good code; needs a recent re-authentication",
    body: noBody,
    data: schema.authenticatorReset,
    audit: "user.authenticator-reset",
    secret: true,
    handler: (ctx, { request }) => authenticatorReset(ctx, bearer(request)),
  }),
  route({
    method: "POST",
    url: "/api/user/verify",
    access: beforeAuthenticator,
    summary: "Takes a code: the first one, which needs a recent re-authentication, switches the authenticator on; later ones re-authenticate",
    body: schema.verify,
    data: schema.verified,
    audit: "user.authenticator-on",
    handler: (ctx, { body }) => verify(ctx, body),
  }),
  route({
    method: "POST",
    url: "/api/user/recovery-codes",
    access: beforeAuthenticator,
    summary: "Makes ten recovery codes, each good once where a code is asked for; the old ones end. Needs a recent re-authentication",
    body: noBody,
    data: schema.recoveryCodes,
    audit: "user.recovery-codes",
    secret: true,
    handler: (ctx) => makeRecoveryCodes(ctx),
  }),
  route({
    method: "GET",
    url: "/api/user/sessions",
    access: beforePassword,
    summary: "The own sessions that live",
    data: z.object({ items: z.array(schema.sessionRow) }),
    audit: null,
    handler: (ctx) => listSessions(ctx),
  }),
  route({
    method: "DELETE",
    url: "/api/user/sessions/:id",
    access: beforeAuthenticator,
    summary: "Ends an own session",
    params: idParams,
    data: empty,
    audit: "user.session-end",
    handler: (ctx, { params }) => revokeSession(ctx, params.id),
  }),
  route({
    method: "GET",
    url: "/api/user/new-devices",
    access: beforePassword,
    summary: "Sign-ins of the last 30 days from browsers that were new, which this session may answer for",
    data: z.object({ items: z.array(schema.newDevice) }),
    audit: null,
    handler: (ctx) => listNewDevices(ctx),
  }),
  route({
    method: "POST",
    url: "/api/user/new-devices/:id",
    access: beforeAuthenticator,
    summary: "Answers for such a sign-in: it was the person himself, or it was not, and that browser's sessions end",
    params: idParams,
    body: schema.newDeviceAnswer,
    data: empty,
    audit: "user.device-answer",
    handler: (ctx, { params, body }) => answerNewDevice(ctx, params.id, body.mine),
  }),
  route({
    method: "GET",
    url: "/api/user/preferences",
    access: beforePassword,
    summary: "The own display preferences",
    data: schema.preferences,
    audit: null,
    handler: (ctx) => getPreferences(ctx),
  }),
  route({
    method: "PATCH",
    url: "/api/user/preferences",
    access: beforePassword,
    summary: "Changes the given display preferences, at most 64 KiB in all",
    body: schema.preferences,
    data: schema.preferences,
    audit: null,
    unaudited: "own_screen",
    handler: (ctx, { body }) => patchPreferences(ctx, body),
  }),
];
