/**
 * The end of a server: nobody new comes in, who is inside is answered. A connection waits for nothing that is not under way, since
 * browsers open some ahead of time and anybody can, but none is closed on a call that has been sent already.
 */
import type { Socket } from "node:net";
import { Server as NetServer } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Drain } from "./drain.ts";

/** A connection without a call gets this long, ms: what a client has just sent on it is on its way. */
const LINGER_MS = 300;
/** Calls under way when the server is told to stop get this long, ms; then their connections are cut. */
export const GRACE_MS = 20_000;
/** A connection whose call has been answered meanwhile is looked for this often, ms. */
const LOOK_EACH_MS = 20;

/**
 * What the framework is told, so that it closes in this order: what still comes in on an open connection while the server closes is
 * answered as ever, and whatever runs at its close has as long as it takes. The framework's own patience, ten seconds, would end before
 * that of the calls, and whoever closes would leave out all that comes after them (drain.ts bounds the whole).
 */
export const CLOSING = { forceCloseConnections: "idle", return503OnClosing: false, pluginTimeout: 0 } as const;

/**
 * Runs when what has arrived so far has been taken in: timers come before it in a turn of the event loop, and a busy process has
 * connections and calls waiting that it has not seen yet.
 */
const afterReading = (act: () => void): void => void setImmediate(act);

/** Each answer of a server that is about to stop ends its connection: the client's next call goes elsewhere. */
export function closeByAnswer(fastify: FastifyInstance, drain: Drain): void {
  fastify.addHook("onRequest", (_request, reply, done) => {
    if (drain.hasBegun) reply.header("connection", "close");
    done();
  });
}

/**
 * Registers what ends the connections at close; after every other part that ends waiting calls at close. The framework then closes
 * a server without connections. Its own way ends those at once that wait for their next request, also when that has been sent.
 */
export function closePromptly(fastify: FastifyInstance): void {
  const { server } = fastify;
  const silent = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", (request: { socket: Socket }) => silent.delete(request.socket));
  fastify.addHook("preClose", (done) => {
    if (!server.listening) return done();
    const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    let look: NodeJS.Timeout | null = null;
    const endIdle = (): void => {
      for (const socket of silent) socket.destroy();
      server.closeIdleConnections();
    };
    const linger = setTimeout(() => {
      look = setInterval(() => afterReading(endIdle), LOOK_EACH_MS);
    }, LINGER_MS);
    // Not the server's own close, which begins with the idle ones. The answers from here on end their connections.
    const shut = (): void =>
      void NetServer.prototype.close.call(server, () => {
        clearTimeout(late);
        clearTimeout(linger);
        if (look) clearInterval(look);
        done();
      });
    afterReading(shut);
  });
}
