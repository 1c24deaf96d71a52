/**
 * How a process ends, in this order: readiness says no; a proxy has the drain time to see it, while everything is answered and each
 * answer closes its connection; then nobody new comes in, calls under way finish, streams are told to come again, what is gathered
 * is written, and the connections to the database end.
 */
import type { Product } from "./app.ts";
import { GRACE_MS } from "./platform/http/closing.ts";

/** What comes after the calls (batches, notifications under way, the database) gets this long, ms. */
const REST_MS = 10_000;

/** A stop that takes longer than this, ms, is stuck: a proxy's and a supervisor's patience ends somewhere. */
export const stopsWithinMs = (drainSeconds: number): number => drainSeconds * 1000 + GRACE_MS + REST_MS;

/** Stops a product gracefully. @param drainSeconds 0: nobody asks for readiness, so nobody is waited for */
export async function stopGracefully(product: Pick<Product, "drain" | "stop">, drainSeconds: number): Promise<void> {
  product.drain.begin();
  if (drainSeconds > 0) await new Promise((done) => setTimeout(done, drainSeconds * 1000));
  await product.stop();
}
