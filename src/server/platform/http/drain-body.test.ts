import { connect } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { drainBodies } from "./drain-body.ts";

let fastify: FastifyInstance;
let port: number;
beforeEach(async () => {
  fastify = Fastify({ bodyLimit: 1_024, forceCloseConnections: true });
  drainBodies(fastify);
  fastify.post("/", () => "read");
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  port = (fastify.server.address() as { port: number }).port;
});
afterEach(() => fastify.close());

/** Sends everything and reads only then, as simple clients do. */
function sendThenRead(bytes: number, head: string, chunk: (body: string) => string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(port, "127.0.0.1");
    socket.pause();
    socket.setEncoding("utf8");
    let answer = "";
    socket.on("data", (text: string) => {
      answer += text;
    });
    socket.on("error", fail);
    socket.on("end", () => done(answer));
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${head}\r\n\r\n`);
    socket.write(chunk(`"${"x".repeat(bytes - 2)}"`), () => setTimeout(() => socket.resume(), 50));
  });
}

test("a client that sends all of a body that is too long, and reads then, gets the answer", async () => {
  const bytes = 8 * 1024 * 1024;
  expect(await sendThenRead(bytes, `Content-Length: ${bytes}`, (body) => body)).toMatch(/^HTTP\/1\.1 413 /);
  const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  expect(await sendThenRead(bytes, "Transfer-Encoding: chunked\r\nConnection: close", chunked)).toMatch(/^HTTP\/1\.1 413 /);
});

test("a body that never ends is answered too", async () => {
  const started = Date.now();
  const answer = await new Promise<string>((done, fail) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\n\r\n{"),
    );
    socket.setEncoding("utf8");
    socket.once("data", (text: string) => done(text));
    socket.once("error", fail);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(Date.now() - started).toBeLessThan(8_000);
});
