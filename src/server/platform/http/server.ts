/** The HTTP server: one port, four surfaces; every route comes from the registry. */
import swagger from "@fastify/swagger";
import type { IncomingMessage } from "node:http";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod";
import { meets } from "../../../contract/needed.ts";
import { can } from "../../../contract/permissions.ts";
import type { Actor, App } from "../context.ts";
import type { Heartbeat } from "../jobs/heartbeat.ts";
import { approvalAsked } from "../../../contract/approvals.schema.ts";
import { ERRORS } from "../../../contract/errors.ts";
import { StoredAnswer, Waiting } from "../answer.ts";
import { answerOfVerb, refuse, Refused } from "../refusal.ts";
import type { Authenticator } from "./auth.ts";
import { noneIsEmpty, takeJson } from "./body.ts";
import { actorKey, bodyHash, idempotencyKey, makeCtx, type IdempotencyClaim } from "./call.ts";
import { writerOf } from "./compiled.ts";
import { documented } from "./docs-openapi.ts";
import { closeByAnswer, closePromptly, CLOSING } from "./closing.ts";
import type { Figure } from "./figures.ts";
import { failure, sendError, sendRefused } from "./errors.ts";
import { amountsFor } from "../lists/mask.ts";
import { logAccess, requestIds } from "./access-log.ts";
import { answerExpectations, answerUnreadable } from "./unreadable.ts";
import type { Drain } from "./drain.ts";
import { admitCalls } from "./admission.ts";
import { boundConnections } from "./connections.ts";
import { drainBodies } from "./drain-body.ts";
import { clientIp } from "./ip.ts";
import { traceRequests } from "./trace-requests.ts";
import { allowOrigin } from "./origin.ts";
import { securityHeaders } from "./security-headers.ts";
import { checkRegistry } from "./registry.ts";
import { HANDLED, type Access, type AnyRoute } from "./route.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who calls; set before the body is read. */
    actor: Actor;
    /** From where, by the rules of trusted proxies; null: unknown. */
    from: string | null;
  }
}

const BODY_LIMIT = 1_048_576;
const NO_QUERY = z.strictObject({});
const ASKED = z.object({ success: z.literal(true), code: z.literal("approval_required"), data: approvalAsked });

/** Adds to the server what is no route: streams, documents, files. */
export type HttpPlugin = (fastify: FastifyInstance, parts: HttpParts) => Promise<void> | void;

/** What the server is built from. */
export interface HttpParts {
  readonly app: App;
  readonly routes: readonly AnyRoute[];
  readonly auth: Authenticator;
  /** Registers what is no registry route: static files, docs pages, health, metrics. */
  readonly plugins: readonly HttpPlugin[];
  /** What /metrics shows of the database. */
  readonly figures?: readonly Figure[];
  /** Whether the server is about to stop; without it, it never is. */
  readonly drain?: Drain;
  /** The sign of life of a process that does nothing but run jobs; readiness asks it. */
  readonly heartbeat?: Pick<Heartbeat, "isFresh">;
}

/** Builds the server without listening. @throws Error when two routes collide or one lacks a part. */
export async function buildHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { app, routes } = parts;
  const nextId = requestIds(app.env.trustProxy);
  const fastify = Fastify({
    loggerInstance: app.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: (raw) => nextId(raw as IncomingMessage),
    requestIdHeader: false,
    ...CLOSING,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 200 },
    connectionTimeout: 0,
    requestTimeout: 60_000,
    exposeHeadRoutes: false,
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    clientErrorHandler: answerUnreadable(nextId),
    // Refused below, in the shape of all errors.
    http: { requireHostHeader: false },
    // An address that cannot be decoded never reaches a route or the error handler.
    frameworkErrors: (error, request, reply) => {
      void reply.header("x-request-id", request.id);
      sendError(error, request as unknown as FastifyRequest, reply as unknown as FastifyReply);
    },
  });
  fastify.setValidatorCompiler(validatorCompiler);
  fastify.setSerializerCompiler(serializerCompiler);
  fastify.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  // Plain text is what a form of another site can send without being asked.
  fastify.removeContentTypeParser("text/plain");
  takeJson(fastify);
  // Every line says its request id by itself; a logger of its own for each request would cost more than the request.
  fastify.setChildLoggerFactory((logger) => logger);
  const { forPages, forPrograms } = await securityHeaders(app);
  fastify.addHook("onRequest", (request, reply, done) => {
    reply.headers(/^\/(v1|device)\//.test(request.url) ? forPrograms : forPages);
    reply.header("x-request-id", request.id);
    if (request.raw.headers.host === undefined && request.raw.httpVersion === "1.1") reply.code(ERRORS.malformed.status).send(failure("malformed", request.id));
    else done();
  });
  boundConnections(fastify.server);
  admitCalls(fastify);
  answerExpectations(fastify, nextId);
  logAccess(fastify, app);
  if (app.env.otelExporterOtlpEndpoint !== null) traceRequests(fastify, app.env.trustProxy);
  await fastify.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Floatdesk", version: "1.0.0" },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    transform: documented(routes),
  });
  if (app.env.webOrigin) allowOrigin(fastify, app.env.webOrigin);
  // Every request gets the same shape; the hook of each route sets the value before any handler runs.
  fastify.decorateRequest("actor");
  fastify.decorateRequest("from", null);
  if (parts.drain) closeByAnswer(fastify, parts.drain);
  drainBodies(fastify);
  checkRegistry(routes);
  for (const plugin of parts.plugins) await plugin(fastify, parts);
  closePromptly(fastify);
  await fastify.register(async (scope) => {
    for (const spec of routes) mount(scope, parts, spec);
  });
  return fastify;
}

/** A read says which field of its address it does not know, where it knows none too: what was meant to narrow it would be overlooked. */
function querystring({ query, method, access }: AnyRoute): { querystring?: z.ZodType } {
  if (query) return { querystring: query };
  return method === "GET" && (access.kind === "session" || access.kind === "merchant") ? { querystring: NO_QUERY } : {};
}

function mount(scope: FastifyInstance, parts: HttpParts, spec: AnyRoute): void {
  const envelope = z.object({ success: z.literal(true), data: spec.data });
  // A change by a person may have to wait for a second one (rule 13).
  const asked = spec.access.kind === "session" && spec.method !== "GET" ? { 202: ASKED } : {};
  scope.route({
    method: spec.method,
    url: spec.url,
    exposeHeadRoute: spec.heads === true,
    schema: {
      summary: spec.summary,
      ...(spec.access.kind === "public" ? {} : { security: [{ bearer: [] }] }),
      ...(spec.params ? { params: spec.params } : {}),
      ...querystring(spec),
      ...(spec.body ? { body: spec.body } : {}),
      ...(spec.raw ? {} : { response: { "2xx": envelope, ...asked } }),
    },
    ...(spec.busy ? { serializerCompiler: () => writerOf(envelope) } : {}),
    onRequest: async (request) => {
      request.from = clientIp(request.raw, parts.app.env.trustProxy);
      request.actor = await admit(parts, spec.access, request, request.from);
    },
    ...(spec.body ? { preValidation: noneIsEmpty } : {}),
    handler: (request, reply) => run(parts, spec, request, reply),
  });
}

/**
 * Who calls, known before anything of the body is read: resolves the credential of the surface and checks the permission;
 * a credential of another kind is 401 (rule 54).
 */
async function admit(parts: HttpParts, access: Access, request: FastifyRequest, ip: string | null): Promise<Actor> {
  if (access.kind === "public") return { type: "public" };
  if (access.kind === "merchant") return parts.auth.merchant(request, ip);
  if (access.kind === "device") return parts.auth.device(request, ip);
  return admitUser(parts, access, request, ip);
}

async function admitUser(parts: HttpParts, access: Access & { kind: "session" }, request: FastifyRequest, ip: string | null): Promise<Actor> {
  const actor = await parts.auth.session(request, ip, access.early);
  if (!meets((permission) => can(actor, permission), access.permission)) refuse("forbidden");
  return actor;
}

async function run(parts: HttpParts, spec: AnyRoute, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const key = spec.method === "POST" && !spec.keyless && (spec.access.kind === "session" || spec.access.kind === "merchant") ? idempotencyKey(request) : null;
  const idempotency: IdempotencyClaim | null =
    key === null
      ? null
      : {
          actor: actorKey(request.actor),
          route: `${spec.method} ${request.url.split("?")[0]}`,
          key,
          bodyHash: bodyHash(parts.app, request.actor, request.body),
          secret: spec.secret === true,
          status: spec.status ?? 200,
        };
  const audit = spec.audit === null ? null : [spec.audit].flat();
  const ctx = makeCtx(parts.app, request.actor, {
    ip: request.from,
    requestId: request.id,
    background: request.headers["x-background"] === "1",
    idempotency,
    audit,
  });
  if (spec.access.kind !== "public" || spec.secret) reply.header("cache-control", "no-store");
  reply.code(spec.status ?? 200);
  const answer = { status: (code: number) => void reply.code(code), header: (name: string, value: string) => void reply.header(name, value) };
  const input = { params: request.params, query: request.query, body: request.body ?? {}, answer, request, reply };
  const data = await answerOfVerb(() => spec.handler(ctx, input as never));
  // A sensitive act has moved the end of the re-authentication, whatever else came of it.
  const { actor } = request;
  if (actor.type === "user" && actor.recheckAsked && !reply.raw.headersSent)
    reply.header("x-recheck-until", actor.recheckedUntilMs === 0 ? "" : new Date(actor.recheckedUntilMs).toISOString());
  if (data === HANDLED) return reply;
  // Whoever may not read amounts is shown none, whichever verb answers: nothing has to remember it.
  const shown = amountsFor(actor);
  if (data instanceof Refused) return sendRefused(new Refused(data.code, shown({ ...data })), request, reply);
  if (data instanceof Waiting) return reply.code(ERRORS[data.code].status).send({ success: true, code: data.code, data: shown(data.data) });
  if (data instanceof StoredAnswer) return sendStored(data, shown, reply);
  return { success: true, data: shown(data) };
}

/** The first call's answer once more. */
function sendStored(first: StoredAnswer, shown: <T>(whole: T) => T, reply: FastifyReply): unknown {
  reply.code(first.status).header("idempotency-hit", "true");
  const stored = JSON.parse(first.body) as { readonly data: unknown };
  // Through the route's schema as the first time: the same text, and nothing that the first answer did not show.
  if (stored.data !== null) return shown(stored);
  // Of a secret only the note is left, which the schema does not know.
  return reply
    .header("content-type", "application/json; charset=utf-8")
    .serializer((body: unknown) => body as string)
    .send(first.body);
}

/** The answer to what no route serves: JSON on the API surfaces. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): void {
  reply.code(404).send(failure("not_found", request.id));
}
