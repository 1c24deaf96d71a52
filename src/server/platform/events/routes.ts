/** GET /api/events: what changed, for as long as the session lives (rule 33). */
import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod";
import { EVENT_KINDS } from "../../../contract/events.ts";
import type { UserCtx } from "../context.ts";
import { read, HANDLED, type AnyRoute } from "../http/route.ts";
import type { HttpParts } from "../http/server.ts";
import { takenOver } from "../http/taken-over.ts";
import { Refused } from "../refusal.ts";
import { MAX_STREAMS, streamsOf } from "./streams.ts";

const liveEvent = z.object({ kind: z.enum(EVENT_KINDS), id: z.string(), version: z.int(), change: z.enum(["created", "changed"]) });
const RETRY_SECONDS = 30;

function openStream(reply: FastifyReply): FastifyReply["raw"] {
  const raw = takenOver(reply);
  raw.setHeader("content-type", "text/event-stream; charset=utf-8");
  raw.setHeader("cache-control", "no-store, no-transform");
  raw.setHeader("x-accel-buffering", "no");
  // When the stream ends, its connection ends: a server that stops must not wait for it to be used again.
  raw.setHeader("connection", "close");
  raw.socket?.setNoDelay(true);
  raw.writeHead(200);
  raw.flushHeaders();
  return raw;
}

async function events(ctx: UserCtx, request: { headers: Record<string, unknown> }, reply: FastifyReply): Promise<typeof HANDLED | Refused> {
  const streams = streamsOf(ctx.app);
  if (!streams) return new Refused("not_ready");
  if (streams.countOf(ctx.actor.id) >= MAX_STREAMS) return new Refused("rate_limited", { retryAfterSeconds: RETRY_SECONDS });
  const last = request.headers["last-event-id"];
  const raw = openStream(reply);
  await streams.serve(
    raw,
    { userId: ctx.actor.id, sessionId: ctx.actor.sessionId, userType: ctx.actor.userType, rights: ctx.actor.rights, merchantId: ctx.actor.merchantId },
    typeof last === "string" && last !== "" ? last : null,
  );
  return HANDLED;
}

export const eventsRoutes: AnyRoute[] = [
  read(null, {
    url: "/api/events",
    summary: "Server-sent events: kind, id and version of what changed; `event: reset` when everything must be read again",
    data: liveEvent,
    raw: true,
    handler: (ctx, { request, reply }) => events(ctx, request, reply),
  }),
];

/** Ends the streams when the server closes, which would wait for them otherwise. */
export function eventsPlugin(fastify: FastifyInstance, parts: HttpParts): void {
  fastify.addHook("preClose", async () => streamsOf(parts.app)?.close());
}
