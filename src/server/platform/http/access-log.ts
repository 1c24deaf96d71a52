/** A line for each request that was answered, and the id by which it is found again. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { App } from "../context.ts";
import { actorKey } from "./call.ts";
import { isTrustedPeer } from "./ip.ts";

/** Monitors ask all day long. */
const UNLOGGED: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);
/** What a proxy may call a request. */
const GIVEN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** Ids: a random part of this process and a count, unique without asking the system for randomness each time. */
function counted(): () => string {
  const process = randomBytes(4).toString("hex");
  let count = 0;
  return () => {
    count = (count + 1) % 0xffffffff;
    return `${process}${count.toString(16).padStart(8, "0")}`;
  };
}

/** Gives each request its id: its own, or the one that a trusted proxy gave it. Without a request, for what is none. */
export function requestIds(trusted: readonly string[]): (request?: IncomingMessage) => string {
  const next = counted();
  return (request) => {
    const given = request?.headers["x-request-id"];
    return typeof given === "string" && GIVEN_ID.test(given) && request !== undefined && isTrustedPeer(request, trusted) ? given : next();
  };
}

/** Registers the line. Nothing of a request is logged but what stands here: no address, no query, no header, no body. */
export function logAccess(fastify: FastifyInstance, app: Pick<App, "log" | "env">): void {
  if (!app.env.accessLog || !app.log.isLevelEnabled("info")) return;
  fastify.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? null;
    if (route === null || !UNLOGGED.has(route))
      app.log.info(
        {
          requestId: request.id,
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          actor: (request.actor as typeof request.actor | undefined) ? actorKey(request.actor) : null,
        },
        "request",
      );
    done();
  });
}
