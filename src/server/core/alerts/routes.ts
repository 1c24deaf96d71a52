/** The exception queue and the channels of its alerts. */
import * as schema from "../../../contract/exceptions.schema.ts";
import { empty, idParams } from "../../../contract/schema.ts";
import { versionOnly } from "../../../contract/wallets.schema.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { claimException, muteException, resolveException } from "./acts.ts";
import { patchChannel, readChannels, renewChannelSecret } from "./channels.ts";
import { readQueue, readException } from "./queue.ts";
import { testChannel } from "./sender.ts";

const see = { kind: "session", permission: "exceptions.see" } as const;
const decide = { kind: "session", permission: "exceptions.decide" } as const;
const channels = { kind: "session", permission: "alerts.channels" } as const;

export const exceptionsRoutes: AnyRoute[] = [
  route({
    method: "GET",
    url: "/api/exceptions",
    access: see,
    summary: "What needs a person, by money at risk or by age, with suggestions",
    query: schema.exceptionQuery,
    data: schema.exceptionPage,
    audit: null,
    handler: (ctx, { query }) => readQueue(ctx, query),
  }),
  route({
    method: "GET",
    url: "/api/exceptions/:id",
    access: see,
    summary: "One exception with its history",
    params: idParams,
    data: schema.exceptionDetail,
    audit: null,
    handler: (ctx, { params }) => readException(ctx, params.id),
  }),
  route({
    method: "POST",
    url: "/api/exceptions/:id/claim",
    access: decide,
    summary: "Takes it, or gives it back",
    params: idParams,
    body: schema.exceptionClaim,
    data: schema.exceptionRow,
    audit: ["exception.claim", "exception.release"],
    handler: (ctx, { params, body }) => claimException(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/exceptions/:id/resolve",
    access: decide,
    summary: "Ends it; refused while a cause stands that ends it by itself",
    params: idParams,
    body: schema.exceptionResolve,
    data: schema.exceptionRow,
    audit: "exception.resolve",
    handler: (ctx, { params, body }) => resolveException(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/exceptions/:id/mute",
    access: decide,
    summary: "Puts it aside until a moment, with the reason",
    params: idParams,
    body: schema.exceptionMute,
    data: schema.exceptionRow,
    audit: "exception.mute",
    handler: (ctx, { params, body }) => muteException(ctx, params.id, body),
  }),
  route({
    method: "GET",
    url: "/api/alert-channels",
    access: channels,
    summary: "Where alerts go besides the queue",
    data: schema.alertChannels,
    audit: null,
    handler: (ctx) => readChannels(ctx),
  }),
  route({
    method: "PATCH",
    url: "/api/alert-channels/:id",
    access: channels,
    summary: "Changes a channel; needs a recent re-authentication",
    params: schema.alertChannelParams,
    body: schema.alertChannelPatch,
    data: schema.alertChannel,
    audit: "alert-channel.update",
    secret: true,
    handler: (ctx, { params, body }) => patchChannel(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/alert-channels/:id/secret",
    access: channels,
    summary: "A new signing secret of the webhook, answered this once",
    params: schema.alertChannelParams,
    body: versionOnly,
    data: schema.alertChannelSecret,
    audit: "alert-channel.secret",
    secret: true,
    handler: (ctx, { params, body }) => renewChannelSecret(ctx, params.id, body.version),
  }),
  route({
    method: "POST",
    url: "/api/alert-channels/:id/test",
    access: channels,
    summary: "Sends a test message now",
    params: schema.alertChannelParams,
    body: empty,
    data: schema.alertChannelTest,
    audit: null,
    unaudited: "test_call",
    handler: (ctx, { params }) => testChannel(ctx, params.id),
  }),
];
