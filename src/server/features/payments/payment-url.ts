/** The operator's page of an official order: asked for after the order's commit, within the time that a merchant waits. */
import { toJson } from "../../platform/db/pool.ts";
import type { App } from "../../platform/context.ts";
import type { IdempotencyClaim } from "../../platform/http/call.ts";
import type { StoredPayment } from "../../core/acceptance/acceptance.ts";
import { openSession } from "../../core/operators/sessions.ts";
import { loadWalletForSms } from "../../core/parties/wallets.ts";
import { bodyOf } from "./orders.ts";

/** How long the answer of a new order waits for its operator, ms; later the order is there without an address and a job gets it. */
const WAIT_MS = 8_000;

const late = (ms: number): Promise<null> =>
  new Promise((done) => {
    setTimeout(() => done(null), ms).unref();
  });

/** The order with its `payment_url`, where it is to have one and the operator answers in time. */
export async function withPaymentUrl(app: App, order: StoredPayment, idempotency: IdempotencyClaim | null): Promise<StoredPayment> {
  if (order.status !== "pending" || order.paymentUrl !== null) return order;
  const wallet = await loadWalletForSms(app, order.walletId);
  return wallet?.apiType === "official" ? opened(app, order, idempotency) : order;
}

async function opened(app: App, order: StoredPayment, idempotency: IdempotencyClaim | null): Promise<StoredPayment> {
  const opening = openSession(app, order.id).catch((error: unknown) => {
    app.log.error({ err: error, payment: app.publicIds.encode("payment", order.id) }, "opening an official payment failed");
    return null;
  });
  const paymentUrl = await Promise.race([opening, late(WAIT_MS)]);
  if (paymentUrl === null) return order;
  const answered = { ...order, paymentUrl };
  if (idempotency) await keepAnswer(app, answered, idempotency);
  return answered;
}

/** The key's first answer is the one that goes out now; the batch had kept it without the address. */
async function keepAnswer(app: App, order: StoredPayment, claim: IdempotencyClaim): Promise<void> {
  await app.db.run("update idempotency_keys set response = $5 where actor = $1 and route = $2 and key = $3 and body_hash = $4", [
    claim.actor,
    claim.route,
    claim.key,
    claim.bodyHash,
    toJson({ success: true, data: await bodyOf(app, order) }),
  ]);
}
