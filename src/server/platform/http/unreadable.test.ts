import { connect } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answerExpectations, answerUnreadable } from "./unreadable.ts";

let fastify: FastifyInstance;
let port: number;
beforeEach(async () => {
  fastify = Fastify({ clientErrorHandler: answerUnreadable(() => "id-of-this"), forceCloseConnections: true });
  answerExpectations(fastify, () => "id-of-this");
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  port = (fastify.server.address() as { port: number }).port;
});
afterEach(() => fastify.close());

const ask = (head: string): Promise<string> =>
  new Promise((done, fail) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(head));
    socket.setEncoding("utf8");
    socket.once("data", (text: string) => done(text));
    socket.once("error", fail);
  });

test.each([
  ["a head that is too long", `GET /?${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ["no HTTP", "hello\r\n\r\n", 400],
  ["a header with a space in its name", "GET / HTTP/1.1\r\nHo st: a\r\n\r\n", 400],
  ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400],
  ["an expectation that nobody can meet", "POST / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nContent-Length: 1\r\n\r\n", 417],
])("%s: the shape of every error", async (_, head, status) => {
  const answer = await ask(head);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4))).toMatchObject({
    success: false,
    data: null,
    error: { code: "malformed", request_id: "id-of-this" },
  });
  expect(answer).toMatch(/^x-request-id: id-of-this\r$/im);
});
