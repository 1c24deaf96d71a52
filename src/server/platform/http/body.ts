/** Bodies in JSON: from bytes to a value, strictly. Part of every call that carries one, so that it costs next to nothing. */
import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { asError, Refused, refusedField } from "../refusal.ts";
import { fieldName } from "./errors.ts";

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

/** How deep a forbidden name is looked for; no body of ours is as deep, and who nests further is told less. */
const DEEPEST = 32;

/**
 * Where a value holds a name that the framework's parser refuses: `__proto__`, or a `constructor` with a prototype.
 * A schema would lose the first without a word, another way of reading it would keep it.
 */
function forbiddenPlace(value: unknown, depth = 0): string[] | null {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return null;
  for (const [key, item] of Object.entries(value)) {
    if (key === "__proto__" || (key === "constructor" && typeof item === "object" && item !== null && Object.hasOwn(item, "prototype"))) return [key];
    const inside = forbiddenPlace(item, depth + 1);
    if (inside !== null) return [key, ...inside];
  }
  return null;
}

/** What to answer to text that the framework's parser does not take. */
function refused(text: string, error: Error): Error {
  let place: string[] | null = null;
  try {
    place = forbiddenPlace(JSON.parse(text));
  } catch {
    // No JSON at all.
  }
  return place === null ? Object.assign(error, { statusCode: 400 }) : asError(refusedField(fieldName(place), "not_allowed"));
}

/**
 * Takes `application/json`: empty is an empty object; NUL and lone surrogates are caught by the schemas, names that
 * would reach into the language are refused by their place. Other character sets and packed bodies are `unsupported_media_type`, bytes that are no UTF-8 and broken JSON `malformed`.
 */
export function takeJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser("error", "error");
  fastify.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done: Done) => {
    if (isForeign(request)) return done(asError(new Refused("unsupported_media_type")));
    // Decoding would put U+FFFD in the place of what it cannot read.
    if (!isUtf8(body)) return done(asError(new Refused("malformed")));
    const text = body.toString("utf8");
    if (text.trim() === "") return done(null, {});
    // The framework's own parser, which looks at the text alone.
    parse(request, text, (error, value) => {
      if (error) done(refused(text, error));
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
