/** How often people may send test messages to one place outside. */
import type { App } from "../../platform/context.ts";
import { RateLimiter } from "../../platform/http/rate.ts";
import { Refused } from "../../platform/refusal.ts";

const PER_SECOND = 0.2;
const BURST = 5;
const limiters = new WeakMap<App, RateLimiter>();

/** Counts one test message to a target; null: it may go, else rate_limited. */
export function takeTest(app: App, target: string): Refused | null {
  const limiter = limiters.get(app) ?? new RateLimiter(app.now);
  limiters.set(app, limiter);
  const wait = limiter.take(target, PER_SECOND, BURST);
  return wait > 0 ? new Refused("rate_limited", { retryAfterSeconds: wait }) : null;
}
