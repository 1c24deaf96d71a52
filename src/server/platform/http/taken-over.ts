/** Answers that are written past the framework: streams of events, files. */
import type { FastifyReply } from "fastify";

/** Takes the answer out of the framework's hands; what its hooks and the call have set (security headers, status) stays. */
export function takenOver(reply: FastifyReply): FastifyReply["raw"] {
  reply.hijack();
  const { raw } = reply;
  raw.statusCode = reply.statusCode;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  return raw;
}
