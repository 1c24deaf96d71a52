/** A span for each request; what it runs belongs to it. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginSpan, placeOf, within, type Span } from "../trace/tracing.ts";
import { isTrustedPeer } from "./ip.ts";

/** Monitors ask all day long. */
const UNTRACED: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Registers it. @param trusted proxies whose `traceparent` is gone on with: anybody else's begins a trace of ours */
export function traceRequests(fastify: FastifyInstance, trusted: readonly string[]): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  const goOn = (request: FastifyRequest, done: () => void): void => {
    const span = spans.get(request);
    if (span) within(span, done);
    else done();
  };
  fastify.addHook("onRequest", (request, _reply, done) => {
    if (!UNTRACED.has(request.routeOptions.url ?? "")) {
      const parent = isTrustedPeer(request.raw, trusted) ? placeOf(request.headers["traceparent"]) : null;
      const span = beginSpan({ name: request.method, kind: "server", parent });
      if (span) spans.set(request, span);
    }
    goOn(request, done);
  });
  // A body is read on behalf of its connection: what follows is the request's own again.
  fastify.addHook("preValidation", (request, _reply, done) => goOn(request, done));
  fastify.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "none";
    spans.get(request)?.end(
      {
        "http.request.method": request.method,
        "http.route": route,
        "http.response.status_code": reply.statusCode,
        "floatdesk.request_id": request.id,
      },
      reply.statusCode >= 500,
      `${request.method} ${route}`,
    );
    done();
  });
}
