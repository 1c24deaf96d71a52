/** How often people may send test messages to one place outside. */
import type { App } from "../../platform/context.ts";
import { sharedLimiter } from "../../platform/http/shared-limits.ts";
import { Refused } from "../../platform/refusal.ts";

const PER_SECOND = 0.2;
const BURST = 5;

/** Counts one test message to a target; null: it may go, else rate_limited. */
export function takeTest(app: App, target: string): Refused | null {
  const wait = sharedLimiter(app, "test messages").take(target, PER_SECOND, BURST);
  return wait > 0 ? new Refused("rate_limited", { retryAfterSeconds: wait }) : null;
}
