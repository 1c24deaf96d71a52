/** Bodies that are refused before they are read. */
import type { FastifyInstance, FastifyRequest } from "fastify";

/** What is read and dropped of a refused body, bytes and ms; who sends more than that has to read our answer in time. */
const DROPPED_BYTES = 16 * 1024 * 1024;
const DROPPED_MS = 3_000;

/**
 * Reads on what a client still sends. Many clients send the whole body before they read: where the server closes the
 * connection on them, they see a broken connection instead of the answer that says why.
 */
function drop({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.readableEnded || raw.destroyed) return Promise.resolve();
  return new Promise((done) => {
    let seen = 0;
    const end = (): void => {
      clearTimeout(late);
      raw.off("data", count).off("end", end).off("close", end).off("error", end);
      raw.pause();
      done();
    };
    const count = (chunk: Buffer | string): void => {
      seen += chunk.length;
      if (seen > DROPPED_BYTES) end();
    };
    const late = setTimeout(end, DROPPED_MS);
    raw.on("data", count).once("end", end).once("close", end).once("error", end).resume();
  });
}

/** Registers that an answer of 413 waits for the rest of the body, within limits. */
export function drainBodies(fastify: FastifyInstance): void {
  fastify.addHook("onSend", (request, reply, payload, done) => {
    if (reply.statusCode !== 413) return done(null, payload);
    void drop(request).then(() => done(null, payload));
  });
}
