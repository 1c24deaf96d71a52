/** The payer's browser comes back from the operator's page: a hint to ask now, and a page that tells what the operator says. */
import { isOfficialOperator, type OfficialOperator } from "../../../contract/official.ts";
import type { App } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { sharedLimiter } from "../../platform/http/shared-limits.ts";
import { noteHint } from "./session-store.ts";
import { visitSession } from "./sessions.ts";

/** What the page tells the payer. */
export type CallbackResult = "paid" | "checking" | "not_paid" | "unknown";

/** How the operators name their payment and its outcome in the browser's address. */
const NAMES = {
  bkash: { ref: "paymentID", status: "status" },
  nagad: { ref: "payment_ref_id", status: "status" },
} as const satisfies Record<OfficialOperator, { readonly ref: string; readonly status: string }>;
/** How long a payer looks at a blank page at most, ms. The question goes on without him. */
const WAIT_MS = 8_000;
/** A session that somebody else asks about is looked at again after this, ms. */
const BUSY_MS = 100;
/** Of one address: many payers of a mobile network share one. */
const PER_ADDRESS = { perSecond: 20, burst: 200 } as const;
/** Of one payment: so often the operator is asked because a browser came. */
const PER_PAYMENT = { perSecond: 0.5, burst: 3 } as const;

const pause = (ms: number): Promise<"late"> =>
  new Promise((done) => {
    setTimeout(() => done("late"), ms).unref();
  });

async function statusOf(app: App, paymentId: bigint): Promise<string | null> {
  return (await app.db.one<{ status: string }>("select status from payments where id = $1", [paymentId]))?.status ?? null;
}

/** Visits the session when whoever asks about it already (the job, another callback) is done: the payer wants to hear what came of it. */
async function visitInTurn(app: App, paymentId: bigint, success: boolean): ReturnType<typeof visitSession> {
  const givesUpAt = performance.now() + WAIT_MS;
  for (;;) {
    const seen = await visitSession(app, paymentId, success);
    if (seen !== "busy" || performance.now() > givesUpAt) return seen;
    await pause(BUSY_MS);
  }
}

/**
 * Takes a callback. Nothing that it says is believed; who guesses an order's id without the operator's own id of the
 * payment learns nothing. Refuses `rate_limited`
 */
export async function takeCallback(
  app: App,
  from: { readonly operator: string; readonly publicId: string; readonly query: Readonly<Record<string, string | undefined>>; readonly ip: string | null },
): Promise<CallbackResult | Refused> {
  const wait = sharedLimiter(app, "callbacks of an address").take(from.ip ?? "", PER_ADDRESS.perSecond, PER_ADDRESS.burst);
  if (wait > 0) return new Refused("rate_limited", { retryAfterSeconds: Math.ceil(wait) });
  const names = isOfficialOperator(from.operator) ? NAMES[from.operator] : null;
  const operatorRef = names ? from.query[names.ref] : undefined;
  const paymentId = app.publicIds.decode("payment", from.publicId);
  if (!names || operatorRef === undefined || paymentId === null || !(await noteHint(app, paymentId, from.operator, operatorRef))) return "unknown";
  if ((await statusOf(app, paymentId)) === "completed") return "paid";
  const success = /^success$/i.test(from.query[names.status] ?? "");
  if (sharedLimiter(app, "callbacks of a payment").take(String(paymentId), PER_PAYMENT.perSecond, PER_PAYMENT.burst) > 0) return "checking";
  const seen = await Promise.race([visitInTurn(app, paymentId, success), pause(WAIT_MS)]);
  if ((await statusOf(app, paymentId)) === "completed") return "paid";
  if (seen === "failed" || (seen === "pending" && !success)) return "not_paid";
  return "checking";
}
