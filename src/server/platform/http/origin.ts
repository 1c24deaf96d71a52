/** The dashboard on a host of its own (`WEB_ORIGIN`): what its browsers may do here. */
import type { FastifyInstance } from "fastify";

/** The web on a host of its own (rule 40): exactly that origin may call, with a bearer header. Sign-in alone has a cookie: what a browser is known again by. */
export function allowOrigin(fastify: FastifyInstance, webOrigin: string): void {
  fastify.addHook("onRequest", (request, reply, done) => {
    if (request.headers.origin !== webOrigin) {
      done();
      return;
    }
    reply.headers({
      "access-control-allow-origin": webOrigin,
      vary: "Origin",
      "access-control-expose-headers": "Idempotency-Hit, Retry-After, Content-Disposition, X-Left-Out, X-Recheck-Until, X-Request-Id",
    });
    if (request.url.startsWith("/api/signin")) reply.header("access-control-allow-credentials", "true");
    if (request.method !== "OPTIONS") {
      done();
      return;
    }
    reply.headers({
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": "Authorization, Content-Type, Idempotency-Key, X-Background, Last-Event-ID",
      "access-control-max-age": "600",
    });
    reply.code(204).send();
  });
}
