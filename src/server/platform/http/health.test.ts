/** Readiness tells what the database says, not how busy this process or its own pool is. */
import { stat } from "node:fs";
import fastify from "fastify";
import { expect, it } from "vitest";
import { loadSchema } from "../db/schema-files.ts";
import { healthPlugin } from "./health.ts";
import type { HttpParts } from "./server.ts";

const ROWS = loadSchema().map(({ name }) => ({ name }));

/** A server over a database that answers by `rows`. */
function serverOver(rows: () => Promise<unknown>): ReturnType<typeof fastify> {
  const server = fastify();
  const parts = { app: { db: { rows: () => new Promise(() => undefined), side: { rows } }, workers: { state: () => ({ working: true }) } } };
  healthPlugin(server, parts as unknown as HttpParts);
  return server;
}

it("an answer that came while this process stood still is no database that is away", async () => {
  const server = serverOver(async () => {
    const answered = new Promise((done) => stat(import.meta.filename, () => done(ROWS)));
    // The answer has arrived long before the process gets to read it.
    setImmediate(() => {
      for (const until = performance.now() + 2_500; performance.now() < until; );
    });
    return answered;
  });
  await server.ready();
  const { statusCode, body } = await server.inject("/readyz");
  expect([statusCode, JSON.parse(body)]).toEqual([200, { status: "ready", database: true, migrations: true, worker: true }]);
});

it("one that says nothing is away", async () => {
  const server = serverOver(() => new Promise(() => undefined));
  await server.ready();
  const { statusCode, body } = await server.inject("/readyz");
  expect([statusCode, JSON.parse(body)]).toEqual([503, { status: "not_ready", database: false, migrations: false, worker: true }]);
});
