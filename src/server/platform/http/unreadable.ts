/** Requests that are no HTTP, or whose head is too long or too slow: they reach no route, and get the shape of all errors. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { failure } from "./errors.ts";

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** The whole of an answer outside any route. */
function rawAnswer(status: string, id: string): string {
  const body = JSON.stringify(failure("malformed", id));
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n${body}`;
}

/** Makes what answers and closes the connection; nothing is logged, since anybody can send this. */
export function answerUnreadable(nextId: () => string): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    if (socket.writable) socket.write(rawAnswer(STATUS[error.code ?? ""] ?? "400 Bad Request", nextId()));
    socket.destroy(error);
  };
}

/** What Node answers by itself and without a body: an expectation that nobody can meet. */
export function answerExpectations(fastify: FastifyInstance, nextId: () => string): void {
  fastify.server.on("checkExpectation", (request: IncomingMessage) => {
    request.socket.end(rawAnswer("417 Expectation Failed", nextId()));
  });
}
