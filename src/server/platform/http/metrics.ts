/** GET /metrics for Prometheus: from this machine itself, or with METRICS_TOKEN (rule 40). */
import { createHash, timingSafeEqual } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "../refusal.ts";
import { bearer } from "./auth.ts";
import { plainPeer } from "./ip.ts";
import { Figures } from "./figures.ts";
import { observeProcess } from "./observe-process.ts";
import { figuresPage, lookFirst, registry, requestSeconds } from "./observe.ts";
import type { HttpParts } from "./server.ts";

const FORWARDED = ["x-forwarded-for", "x-real-ip", "forwarded", "via"];

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** True for a caller on this machine that no proxy speaks for. */
export function isLocal(request: Pick<FastifyRequest, "headers"> & { raw: { socket: { remoteAddress?: string | undefined } } }): boolean {
  const peer = plainPeer(request.raw.socket.remoteAddress ?? "");
  return peer !== null && ipaddr.parse(peer).range() === "loopback" && FORWARDED.every((name) => request.headers[name] === undefined);
}

function admit(request: FastifyRequest, token: string | null): void {
  if (isLocal(request)) return;
  const given = bearer(request);
  if (token === null || !timingSafeEqual(digest(given), digest(token))) refuse("unauthorized");
}

/** Registers the page and measures every request by its route (never by its address). */
export function metricsPlugin(fastify: FastifyInstance, parts: HttpParts): void {
  const { app } = parts;
  const figures = new Figures(app, parts.figures ?? []);
  lookFirst(() => observeProcess(app));
  fastify.addHook("onResponse", (request, reply, done) => {
    requestSeconds.observe({ method: request.method, route: request.routeOptions.url ?? "none", status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  fastify.get("/metrics", { schema: { hide: true }, exposeHeadRoute: true }, async (request, reply) => {
    admit(request, app.env.metricsToken);
    await figures.refresh();
    const text = [await figuresPage(), await figures.registry.metrics()].join("\n");
    return reply.header("cache-control", "no-store").type(registry.contentType).send(text);
  });
}
