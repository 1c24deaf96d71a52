/** A server that closes: what has been sent is answered, by the same rules as ever. */
import { connect, type Socket } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { closeByAnswer, closePromptly, CLOSING } from "./closing.ts";
import { Drain } from "./drain.ts";

let fastify: FastifyInstance;
let drain: Drain;
let port: number;
const sockets: Socket[] = [];
/** A slow call has come in; what lets `/slow` answer. */
let underWay: Promise<void>;
let letGo: () => void;
beforeEach(async () => {
  let begun: () => void;
  underWay = new Promise((done) => (begun = done));
  const gate = new Promise<void>((done) => (letGo = done));
  fastify = Fastify(CLOSING);
  drain = new Drain();
  closeByAnswer(fastify, drain);
  fastify.get("/at-once", async () => ({ success: true }));
  fastify.get("/slow", async () => {
    begun();
    await gate;
    return { success: true };
  });
  fastify.get("/longer", async () => {
    begun();
    await new Promise((done) => setTimeout(done, 10_500));
    return { success: true };
  });
  closePromptly(fastify);
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  port = (fastify.server.address() as { port: number }).port;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await fastify.close();
});

const open = (): Promise<Socket> =>
  new Promise((done, fail) => {
    const socket = connect(port, "127.0.0.1", () => done(socket));
    socket.setEncoding("utf8").once("error", fail);
    sockets.push(socket);
  });
const ask = (socket: Socket, path: string): Promise<string> =>
  new Promise((done, fail) => {
    socket.once("data", (text) => done(String(text)));
    socket.once("close", () => fail(new Error("closed without an answer")));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  });

it("answers a call that comes on a kept connection just after it was told to stop", async () => {
  const kept = await open();
  expect(await ask(kept, "/at-once")).toMatch(/^HTTP\/1\.1 200 .*connection: keep-alive/is);
  const closed = fastify.close();
  expect(await ask(kept, "/at-once")).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
  await closed;
});

it("answers the first call of a connection that was opened just before", async () => {
  const fresh = await open();
  const closed = fastify.close();
  expect(await ask(fresh, "/at-once")).toMatch(/^HTTP\/1\.1 200 /);
  await closed;
});

it("takes no new connection, and waits for the calls under way", async () => {
  const slow = ask(await open(), "/slow");
  await underWay;
  let isClosed = false;
  const closed = fastify.close().then(() => (isClosed = true));
  await vi.waitFor(() => expect(fastify.server.listening).toBe(false), 60_000);
  await expect(open()).rejects.toThrow(/ECONNREFUSED/);
  expect(isClosed).toBe(false);
  letGo();
  expect(await slow).toMatch(/^HTTP\/1\.1 200 .*\{"success":true\}$/s);
  await closed;
});

it("waits for a call that takes longer than the framework waits for anything", async () => {
  const slow = ask(await open(), "/longer");
  await underWay;
  let answered = false;
  void slow.then(() => (answered = true));
  await fastify.close();
  expect(answered).toBe(true);
  expect(await slow).toMatch(/^HTTP\/1\.1 200 /);
});

it("does not wait for connections that ask nothing", async () => {
  await Promise.all([open(), open()]);
  await ask(await open(), "/at-once");
  const from = performance.now();
  await fastify.close();
  // Such a connection is kept for a minute and more; this is no measure of speed.
  expect(performance.now() - from).toBeLessThan(20_000);
});

it("while it drains it takes new calls, and each answer closes its connection", async () => {
  drain.begin();
  const socket = await open();
  const ended = new Promise((done) => socket.once("end", done));
  expect(await ask(socket, "/at-once")).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
  await ended;
  expect(await ask(await open(), "/at-once")).toMatch(/^HTTP\/1\.1 200 /);
});
