/** The exception queue and the channels of its alerts. */
import * as schema from "../../../contract/exceptions.schema.ts";
import { empty, idParams } from "../../../contract/schema.ts";
import { versionOnly } from "../../../contract/wallets.schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { actOnException, actOnExceptions } from "./acts.ts";
import { patchChannel, readChannels, renewChannelSecret } from "./channels.ts";
import { commentException } from "./comment.ts";
import { readQueueLines } from "./lines.ts";
import { readPeople } from "./people.ts";
import { readQueue, readException } from "./queue.ts";
import { testChannel } from "./sender.ts";
import { lookAt, readMarks } from "./viewers.ts";

const see = { kind: "session", permission: "exceptions.see" } as const;
const decide = { kind: "session", permission: "exceptions.decide" } as const;
const channels = { kind: "session", permission: "alerts.channels" } as const;

/** The people around an exception. */
const besideRoutes: AnyRoute[] = [
  read("exceptions.see", {
    url: "/api/exceptions/:id/people",
    summary: "Who of the staff may see it, and who of them may be given it",
    params: idParams,
    data: schema.exceptionPeople,
    handler: (ctx, { params }) => readPeople(ctx, params.id),
  }),
  route({
    method: "POST",
    url: "/api/exceptions/:id/assign",
    access: decide,
    summary: "Gives it to somebody of the staff",
    params: idParams,
    body: schema.exceptionAssign,
    data: schema.exceptionRow,
    audit: "exception.assign",
    handler: (ctx, { params, body: { version, ...asked } }) => actOnException(ctx, params.id, version, { act: "assign", ...asked }),
  }),
  route({
    method: "POST",
    url: "/api/exceptions/:id/unmute",
    access: decide,
    summary: "Ends a mute before its time",
    params: idParams,
    body: schema.exceptionUnmute,
    data: schema.exceptionRow,
    audit: "exception.unmute",
    handler: (ctx, { params, body }) => actOnException(ctx, params.id, body.version, { act: "unmute" }),
  }),
  route({
    method: "POST",
    url: "/api/exceptions/:id/comments",
    access: decide,
    summary: "Writes a comment; @account calls somebody of the staff",
    params: idParams,
    body: schema.exceptionCommented,
    data: schema.exceptionComment,
    audit: "exception.comment",
    handler: (ctx, { params, body }) => commentException(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/exceptions/:id/presence",
    access: see,
    summary: "One looks at it, or leaves it; answers who else looks",
    params: idParams,
    body: schema.exceptionPresence,
    data: schema.exceptionViewers,
    audit: null,
    unaudited: "looks",
    keyless: true,
    handler: (ctx, { params, body }) => lookAt(ctx, params.id, body.here),
  }),
];

export const exceptionsRoutes: AnyRoute[] = [
  read("exceptions.see", {
    url: "/api/exceptions",
    summary: "What needs a person, by money at risk or by age, with suggestions",
    query: schema.exceptionQuery,
    data: schema.exceptionPage,
    handler: (ctx, { query }) => readQueue(ctx, query),
  }),
  read("exceptions.see", {
    url: "/api/exceptions/lines",
    summary: "The queue in lines: what is of one kind at one wallet or merchant together, the most urgent first, then what waits longest",
    query: schema.exceptionLinesQuery,
    data: schema.exceptionLines,
    handler: (ctx, { query }) => readQueueLines(ctx, query),
  }),
  read("exceptions.see", {
    url: "/api/exceptions/marks",
    summary: "Who of the staff looks at which exception now, and where one is called and has not looked",
    data: schema.exceptionMarks,
    handler: (ctx) => readMarks(ctx),
  }),
  read("exceptions.see", {
    url: "/api/exceptions/:id",
    summary: "One exception with its history",
    params: idParams,
    data: schema.exceptionDetail,
    handler: (ctx, { params }) => readException(ctx, params.id),
  }),
  route({
    method: "POST",
    url: "/api/exceptions/acts",
    access: decide,
    summary: "One act on many: each is done or refused by itself, and has its own row in the trail",
    body: schema.exceptionActs,
    data: schema.exceptionsActed,
    audit: ["exception.claim", "exception.release", "exception.assign", "exception.resolve", "exception.mute", "exception.unmute"],
    handler: (ctx, { body }) => actOnExceptions(ctx, body),
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
    handler: (ctx, { params, body }) => actOnException(ctx, params.id, body.version, { act: body.release === true ? "release" : "claim" }),
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
    handler: (ctx, { params, body: { version, ...asked } }) => actOnException(ctx, params.id, version, { act: "resolve", ...asked }),
  }),
  route({
    method: "POST",
    url: "/api/exceptions/:id/mute",
    access: decide,
    summary: "Puts it aside until a moment, with a reason if there is one",
    params: idParams,
    body: schema.exceptionMute,
    data: schema.exceptionRow,
    audit: "exception.mute",
    handler: (ctx, { params, body: { version, ...asked } }) => actOnException(ctx, params.id, version, { act: "mute", ...asked }),
  }),
  ...besideRoutes,
  read("alerts.channels", {
    url: "/api/alert-channels",
    summary: "Where alerts go besides the queue",
    data: schema.alertChannels,
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
