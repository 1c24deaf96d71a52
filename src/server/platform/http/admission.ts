/**
 * How many calls of programs are taken at once. Beyond that one more is sent away right away and told when to come again: else
 * everybody waits longer and longer for work that the caller has given up meanwhile, and the sockets of those who wait take what
 * the database's connections need. Merchants and phones are counted apart, so that neither keeps the other out; people's calls
 * are few, have limits of their own, and are how somebody looks at what is going on.
 */
import type { FastifyInstance } from "fastify";
import { ERRORS } from "../../../contract/errors.ts";
import { failure } from "./errors.ts";

/** A server that takes 2,000 orders a second has had so many for a quarter of a second. */
export const MOST_AT_ONCE = 500;
const RETRY_SECONDS = "1";

type Kind = "v1" | "device";
/** A phone that asks for a task waits for one, which costs nothing. */
const kindOf = (url: string): Kind | null => (url.startsWith("/v1/") ? "v1" : url.startsWith("/device/") && !url.startsWith("/device/tasks") ? "device" : null);

/**
 * Counts the calls of programs that are worked on, and sends away with 503 what is too many, before anything is read of it. One
 * counts from when it is whole and its caller known: who sends slowly, or is nobody, takes no one's place.
 */
export function admitPrograms(fastify: FastifyInstance, most = MOST_AT_ONCE): void {
  const underWay: Record<Kind, number> = { v1: 0, device: 0 };
  fastify.addHook("onRequest", (request, reply, done) => {
    const kind = kindOf(request.url);
    if (kind === null || underWay[kind] < most) done();
    else reply.header("retry-after", RETRY_SECONDS).code(ERRORS.not_ready.status).send(failure("not_ready", request.id));
  });
  fastify.addHook("preValidation", (request, reply, done) => {
    const kind = kindOf(request.url);
    if (kind !== null) {
      underWay[kind] += 1;
      // The framework's hook after an answer does not hear of a caller who has gone before it.
      reply.raw.once("close", () => (underWay[kind] -= 1));
    }
    done();
  });
}
