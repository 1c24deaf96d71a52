/**
 * How a process ends, in this order: readiness says no; a proxy has the drain time to see it, while everything is answered and each
 * answer closes its connection; then nobody new comes in, calls under way finish, streams are told to come again, what is gathered
 * is written, and the connections to the database end.
 */
import type { Product } from "./app.ts";
import type { Env } from "./platform/env.ts";
import { GRACE_MS } from "./platform/http/closing.ts";
import { endThreads } from "./platform/threads/threads.ts";

/** What comes after the calls (batches, notifications under way, the database) gets this long, ms. */
const REST_MS = 10_000;

/** How long a proxy needs to see that readiness says no, where nobody has set it, s. */
const BEHIND_PROXY_SECONDS = 5;

/** The drain time, s: as set, else long enough for a proxy where there is one. */
export const drainSecondsOf = (env: Pick<Env, "drainSeconds" | "trustProxy">): number =>
  env.drainSeconds ?? (env.trustProxy.length > 0 ? BEHIND_PROXY_SECONDS : 0);

/** A stop that takes longer than this, ms, is stuck: a proxy's and a supervisor's patience ends somewhere. */
export const stopsWithinMs = (drainSeconds: number): number => drainSeconds * 1000 + GRACE_MS + REST_MS;

/** Stops a product gracefully. @param drainSeconds 0: nobody asks for readiness, so nobody is waited for */
export async function stopGracefully(product: Pick<Product, "drain" | "stop">, drainSeconds: number): Promise<void> {
  product.drain.begin();
  if (drainSeconds > 0) await new Promise((done) => setTimeout(done, drainSeconds * 1000));
  await product.stop();
  await endThreads();
}
