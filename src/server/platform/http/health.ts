/**
 * /healthz: the process answers. /readyz: the database answers and has the schema that this server needs, and it is not about to stop;
 * of a worker also that it says that it lives. That nobody runs jobs is told by every server and makes none of them unready: a proxy
 * that took them all away would turn late notifications into refused payments.
 */
import type { FastifyInstance } from "fastify";
import { loadSchema } from "../db/schema-files.ts";
import { sendNotFound, type HttpParts } from "./server.ts";

/** An answer of the database is used again for this long, ms: probes must not become load. */
const KEPT_MS = 500;
/**
 * A database that has not answered after so many turns of this length, ms, is away: a proxy must hear of it before its own patience ends.
 * A turn that comes late counts once: a process that stood still on a busy machine has not read an answer that may be there.
 */
const TURN_MS = 100;
const TURNS = 20;

interface Readiness {
  readonly database: boolean;
  readonly migrations: boolean;
}

async function look(parts: HttpParts, wanted: readonly string[]): Promise<Readiness> {
  let turns = 0;
  let clock: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    clock = setInterval(() => {
      turns += 1;
      if (turns === TURNS) fail(new Error("the database does not answer"));
    }, TURN_MS).unref();
  });
  try {
    // Beside the pool: that calls wait for its connections says nothing of the database.
    const rows = await Promise.race([parts.app.db.side.rows<{ name: string }>("select name from schema_migrations"), late]);
    const done = new Set(rows.map((row) => row.name));
    const migrations = wanted.every((name) => done.has(name));
    return { database: true, migrations };
  } catch {
    return { database: false, migrations: false };
  } finally {
    clearInterval(clock);
  }
}

/** Monitors ask by HEAD as well. */
const PROBE = { schema: { hide: true }, exposeHeadRoute: true };

/** Registers both; neither uses the wrapper (rule 63). */
export function healthPlugin(fastify: FastifyInstance, parts: HttpParts): void {
  const wanted = loadSchema().map(({ name }) => name);
  let kept: { until: number; answer: Promise<Readiness> } = { until: 0, answer: Promise.resolve({ database: false, migrations: false }) };
  fastify.get("/healthz", PROBE, (_request, reply) => {
    reply.header("cache-control", "no-store").send({ status: "ok" });
  });
  fastify.get("/readyz", PROBE, async (_request, reply) => {
    const now = performance.now();
    if (kept.until <= now) kept = { until: now + KEPT_MS, answer: look(parts, wanted) };
    const answer = await kept.answer;
    const draining = parts.drain?.hasBegun === true;
    const isReady = answer.migrations && !draining && parts.heartbeat?.isFresh !== false;
    return reply
      .code(isReady ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ status: draining ? "draining" : isReady ? "ready" : "not_ready", ...answer, worker: parts.app.workers.state().working });
  });
}

/** For a process that serves nothing beside its health and its figures. */
export function nothingElse(fastify: FastifyInstance): void {
  fastify.setNotFoundHandler(sendNotFound);
}
