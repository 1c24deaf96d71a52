/** GET /metrics for Prometheus: from this machine itself, or with METRICS_TOKEN (rule 40). */
import { createHash, timingSafeEqual } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "../refusal.ts";
import { bearer } from "./auth.ts";
import { normaliseIp } from "./ip.ts";
import { figuresPage, outboxAge, outboxRows, poolConnections, registry, requestSeconds } from "./observe.ts";
import type { HttpParts } from "./server.ts";

const FORWARDED = ["x-forwarded-for", "x-real-ip", "forwarded", "via"];
const KEPT_MS = 5_000;

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** True for a caller on this machine that no proxy speaks for. */
export function isLocal(request: Pick<FastifyRequest, "headers"> & { raw: { socket: { remoteAddress?: string | undefined } } }): boolean {
  const peer = normaliseIp(request.raw.socket.remoteAddress ?? "");
  return peer !== null && ipaddr.parse(peer).range() === "loopback" && FORWARDED.every((name) => request.headers[name] === undefined);
}

function admit(request: FastifyRequest, token: string | null): void {
  if (isLocal(request)) return;
  const given = bearer(request);
  if (token === null || !timingSafeEqual(digest(given), digest(token))) refuse("unauthorized");
}

async function readOutbox(parts: HttpParts): Promise<void> {
  const rows = await parts.app.db.rows<{ status: string; count: bigint; due: Date | null }>(
    `select s.status, (select count(*) from (select 1 from outbox o where o.status = s.status limit 100000) c) as count, case when s.status = 'waiting' then (select min(next_at) from outbox o where o.status = 'waiting') end as due
     from (values ('waiting'), ('failed'), ('stopped')) s (status)`,
  );
  for (const row of rows) {
    outboxRows.set({ status: row.status }, Number(row.count));
    if (row.status === "waiting") outboxAge.set(row.due === null ? 0 : Math.max(0, (parts.app.now() - row.due.getTime()) / 1000));
  }
}

/** Registers the page and measures every request by its route (never by its address). */
export function metricsPlugin(fastify: FastifyInstance, parts: HttpParts): void {
  const { app } = parts;
  let readAt = -KEPT_MS;
  fastify.addHook("onResponse", (request, reply, done) => {
    requestSeconds.observe({ method: request.method, route: request.routeOptions.url ?? "none", status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  fastify.get("/metrics", { schema: { hide: true }, exposeHeadRoute: true }, async (request, reply) => {
    admit(request, app.env.metricsToken);
    const { pool } = app.db;
    poolConnections.set({ state: "open" }, pool.totalCount);
    poolConnections.set({ state: "idle" }, pool.idleCount);
    poolConnections.set({ state: "waiting" }, pool.waitingCount);
    if (performance.now() - readAt >= KEPT_MS) {
      readAt = performance.now();
      await readOutbox(parts).catch((error: unknown) => app.log.warn({ err: error }, "the outbox could not be counted"));
    }
    return reply
      .header("cache-control", "no-store")
      .type(registry.contentType)
      .send(await figuresPage());
  });
}
