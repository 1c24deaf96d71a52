/** A server that stops must not wait for connections that ask nothing: browsers open some ahead of time, and anybody can. */
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Calls under way when the server is told to stop get this long, ms; then their connections are cut. */
const GRACE_MS = 5_000;
/** A connection whose call has been answered meanwhile is looked for this often, ms. */
const LOOK_EACH_MS = 20;

/**
 * Registers what ends connections at close. Node ends those that wait for their next request at that moment; here go
 * those that have not sent their first one yet, at once, those that were answered since (a client would keep them for
 * its next call, and the server would wait for it), and all the rest after {@link GRACE_MS}.
 */
export function closePromptly(fastify: FastifyInstance): void {
  const silent = new Set<Socket>();
  fastify.server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  fastify.server.on("request", (request: { socket: Socket }) => silent.delete(request.socket));
  fastify.addHook("preClose", (done) => {
    for (const socket of silent) socket.destroy();
    const cut = setTimeout(() => fastify.server.closeAllConnections(), GRACE_MS);
    const look = setInterval(() => fastify.server.closeIdleConnections(), LOOK_EACH_MS);
    for (const timer of [cut, look]) timer.unref();
    fastify.server.once("close", () => {
      clearTimeout(cut);
      clearInterval(look);
    });
    done();
  });
}
