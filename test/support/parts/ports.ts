/** Ports for servers that tests start. */
import { createServer } from "node:net";

/**
 * Below those that a system gives to whoever calls out (from 32,768, or 49,152): one of these may be somebody's by the time that the server
 * listens there, or is started there again.
 */
const [FIRST, LAST] = [10_000, 32_767] as const;
/** Ports that this process tries one after the other: processes beside it begin elsewhere. */
const SLICE = 100;
const SLICES = Math.floor((LAST + 1 - FIRST) / SLICE);
let next = FIRST + (process.pid % SLICES) * SLICE;

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer().once("error", () => done(false));
    server.listen(port, "127.0.0.1", () => server.close(() => done(true)));
  });
}

/** A port that is free now, and that nobody is given but by asking for it; another one each time. */
export async function freePort(): Promise<number> {
  for (let tries = FIRST; tries <= LAST; tries += 1) {
    const port = next;
    next = port === LAST ? FIRST : port + 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`No port between ${FIRST} and ${LAST} is free.`);
}
