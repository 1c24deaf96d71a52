/** Requests that are no HTTP, or whose head is too long or too slow: they reach no route, and get the shape of all errors. */
import type { Socket } from "node:net";
import { failure } from "./errors.ts";

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Answers and closes the connection; nothing is logged, since anybody can send this. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const body = JSON.stringify(failure("malformed", ""));
  const status = STATUS[error.code ?? ""] ?? "400 Bad Request";
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  socket.destroy(error);
}
