/** Routes of passkeys: sign-in and re-authentication by one, and a person's own. */
import * as z from "zod";
import { empty } from "../../../contract/schema.ts";
import * as schema from "../../../contract/session.schema.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { checkByPasskey, checkOptions, signinByPasskey, signinOptions } from "./passkey-proof.ts";
import { beforeAuthenticator, beforePassword } from "./early.ts";
import { remembering } from "./remembering.ts";
import { addPasskey, listPasskeys, passkeyOptions, removePasskey, renamePasskey } from "./passkeys.ts";

const noBody = empty.nullish();

export const passkeyRoutes: AnyRoute[] = [
  route({
    method: "POST",
    url: "/api/signin/options",
    access: { kind: "public" },
    summary: "What a device is asked for to sign in by passkey: a challenge, good once and for five minutes; the same for everybody",
    body: noBody,
    data: schema.passkeyRequest,
    audit: null,
    secret: true,
    keyless: true,
    handler: (ctx, { request }) => signinOptions(ctx, request),
  }),
  route({
    method: "POST",
    url: "/api/signin/passkey",
    access: { kind: "public" },
    summary: "Signs in by a passkey that has answered a challenge",
    body: schema.passkeyUsed,
    data: schema.profile,
    audit: "user.signin",
    secret: true,
    keyless: true,
    handler: (ctx, { body, request, reply }) => remembering(ctx.app, request, reply, (device) => signinByPasskey(ctx, body, request, device)),
  }),
  route({
    method: "POST",
    url: "/api/user/check/options",
    access: beforePassword,
    summary: "What a device is asked for to re-authenticate by one of the own passkeys",
    body: noBody,
    data: schema.passkeyRequest,
    audit: null,
    unaudited: "proves_himself",
    keyless: true,
    handler: (ctx, { request }) => checkOptions(ctx, request),
  }),
  route({
    method: "POST",
    url: "/api/user/check/passkey",
    access: beforePassword,
    summary: "Re-authenticates the session by one of the own passkeys, as the password does",
    body: schema.passkeyUsed,
    data: schema.checked,
    audit: null,
    unaudited: "proves_himself",
    keyless: true,
    handler: (ctx, { body, request }) => checkByPasskey(ctx, body, request),
  }),
  route({
    method: "GET",
    url: "/api/user/passkeys",
    access: beforeAuthenticator,
    summary: "The own passkeys",
    data: z.object({ items: z.array(schema.passkeyRow) }),
    audit: null,
    handler: (ctx) => listPasskeys(ctx),
  }),
  route({
    method: "POST",
    url: "/api/user/passkeys/options",
    access: beforeAuthenticator,
    summary: "What a device is asked for to make a passkey; needs a recent re-authentication",
    body: noBody,
    data: schema.passkeyCreation,
    audit: null,
    unaudited: "looks",
    keyless: true,
    handler: (ctx, { request }) => passkeyOptions(ctx, request),
  }),
  route({
    method: "POST",
    url: "/api/user/passkeys",
    access: beforeAuthenticator,
    summary: "Keeps a passkey that a device has made, at most ten; needs a recent re-authentication",
    body: schema.passkeyCreated,
    data: schema.passkeyRow,
    audit: "user.passkey-add",
    keyless: true,
    handler: (ctx, { body, request }) => addPasskey(ctx, body, request),
  }),
  route({
    method: "PATCH",
    url: "/api/user/passkeys/:id",
    access: beforeAuthenticator,
    summary: "Gives an own passkey another name",
    params: schema.passkeyParams,
    body: schema.passkeyRename,
    data: schema.passkeyRow,
    audit: "user.passkey-rename",
    handler: (ctx, { params, body }) => renamePasskey(ctx, params.id, body.name),
  }),
  route({
    method: "DELETE",
    url: "/api/user/passkeys/:id",
    access: beforeAuthenticator,
    summary: "Removes an own passkey for good; needs a recent re-authentication",
    params: schema.passkeyParams,
    data: empty,
    audit: "user.passkey-remove",
    handler: (ctx, { params }) => removePasskey(ctx, params.id),
  }),
];
