/**
 * How many calls are worked on at once. One more is sent away right away and told when to come again: else everybody waits longer and
 * longer for work that the caller has given up meanwhile, and those who wait take what the database's connections need. Merchants'
 * programs, phones and what people look at are counted apart, so that none keeps another out; what people do is never sent away.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ERRORS, type ErrorCode } from "../../../contract/errors.ts";
import { actorKey } from "./call.ts";
import { failure } from "./errors.ts";

type Kind = "v1" | "device" | "look";
type Most = Readonly<Record<Kind | "person", number>>;
/**
 * A server that takes 2,000 orders a second has had 500 for a quarter of a second, and one that answers 300 lists a second 128 for less
 * than half of one. A browser asks for six at once; `person`: so many looks of one person, lest a program under one session be all.
 */
export const MOST_AT_ONCE: Most = { v1: 500, device: 500, look: 128, person: 32 };
const RETRY_SECONDS = "1";

/** A phone that asks for a task, and a page that listens for what changes, wait, which costs nothing. */
function kindOf({ method, url }: FastifyRequest): Kind | null {
  if (url.startsWith("/v1/")) return "v1";
  if (url.startsWith("/device/")) return url.startsWith("/device/tasks") ? null : "device";
  return method === "GET" && url.startsWith("/api/") && !url.startsWith("/api/events") ? "look" : null;
}

const sendAway = (request: FastifyRequest, reply: FastifyReply, code: ErrorCode): void =>
  void reply.header("retry-after", RETRY_SECONDS).code(ERRORS[code].status).send(failure(code, request.id));

/** Calls under way, by whom they are counted for. */
class UnderWay {
  private readonly counts = new Map<string, number>();

  of(whom: string): number {
    return this.counts.get(whom) ?? 0;
  }

  add(whom: string, calls: 1 | -1): void {
    const now = this.of(whom) + calls;
    if (now === 0) this.counts.delete(whom);
    else this.counts.set(whom, now);
  }
}

/** Of whom a look is counted; null: of nobody who is signed in. */
const personOf = ({ actor }: FastifyRequest): string | null => (actor?.type === "user" ? actorKey(actor) : null);

/**
 * Counts the calls that are worked on, and sends away what is too many with 503, before anything is read of it, or with 429 what is too
 * much of one person's. One counts from when it is whole and its caller known: who sends slowly, or is nobody, takes no one's place.
 * What is looked at counts until its answer is ready, however slowly it is fetched.
 */
export function admitCalls(fastify: FastifyInstance, most: Most = MOST_AT_ONCE): void {
  const underWay = new UnderWay();
  const ends = new WeakMap<FastifyRequest, () => void>();
  fastify.addHook("onRequest", (request, reply, done) => {
    const kind = kindOf(request);
    if (kind === null || underWay.of(kind) < most[kind]) done();
    else sendAway(request, reply, "not_ready");
  });
  fastify.addHook("preValidation", (request, reply, done) => {
    const kind = kindOf(request);
    if (kind === null) return done();
    const person = kind === "look" ? personOf(request) : null;
    if (person !== null && underWay.of(person) >= most.person) return sendAway(request, reply, "rate_limited");
    const whom = person === null ? [kind] : [kind, person];
    for (const one of whom) underWay.add(one, 1);
    const end = (): void => {
      for (const one of whom.splice(0)) underWay.add(one, -1);
    };
    // The framework's hook after an answer does not hear of a caller who has gone before it.
    reply.raw.once("close", end);
    if (kind === "look") ends.set(request, end);
    done();
  });
  fastify.addHook("onSend", (request, _reply, payload, done) => {
    ends.get(request)?.();
    done(null, payload);
  });
}
