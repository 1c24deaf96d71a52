/** Bodies in JSON: from bytes to a value, strictly. Part of every call that carries one, so that it costs next to nothing. */
import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../refusal.ts";

type Done = (error: Error | null, value?: unknown) => void;

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/gi;

/** True when the body is not UTF-8 by its head, or packed: bytes that were read otherwise would be stored as something else. */
function isForeign({ headers }: FastifyRequest): boolean {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "identity") return true;
  const type = headers["content-type"];
  if (type === undefined || type === "application/json") return false;
  return [...type.matchAll(CHARSET)].some(([, name = ""]) => !/^utf-?8$/i.test(name));
}

/**
 * Takes `application/json`: empty is an empty object; NUL and lone surrogates are caught by the schemas.
 * Other character sets and packed bodies are `unsupported_media_type`, bytes that are no UTF-8 and broken JSON `malformed`.
 */
export function takeJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser("error", "error");
  fastify.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done: Done) => {
    if (isForeign(request)) return done(new Refusal("unsupported_media_type"));
    // Decoding would put U+FFFD in the place of what it cannot read.
    if (!isUtf8(body)) return done(new Refusal("malformed"));
    const text = body.toString("utf8");
    if (text.trim() === "") return done(null, {});
    // The framework's own parser, which looks at the text alone.
    parse(request, text, (error, value) => {
      if (error) done(Object.assign(error, { statusCode: 400 }));
      else done(null, value);
    });
  });
}

/**
 * For routes with a body: none at all is an empty object too. A call that needs nothing (`cancel`, `resend`) can be made
 * without a body and its content type, and a call that needs something answers which fields it lacks.
 */
export function noneIsEmpty(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.body === undefined) request.body = {};
  done();
}
