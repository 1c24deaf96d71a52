/** Sending a payment's last notification again. */
import type { PaymentRow } from "../../../contract/payments.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { resendForObject } from "../../core/outbox/resend.ts";
import { lockOrder } from "../../core/posting/lock-order.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused } from "../../platform/refusal.ts";
import { loadPaymentRow } from "./queries.ts";

/** Queues the order's notifications again under their own ids. Refuses not_found, conflict, wrong_state when there is none or it has no target */
export async function notifyPayment(ctx: UserCtx, publicId: string, input: { version?: number | undefined } = {}): Promise<Answer<PaymentRow>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const order = await lockOrder(tx, app.publicIds.decode("payment", publicId), { merchantId: ctx.actor.merchantId, version: input.version });
    if (order instanceof Refused) return order;
    const count = await resendForObject(tx, app, "payment", order.id);
    if (count === 0) return new Refused("wrong_state", { details: { status: order.status, notifications: 0 } });
    ctx.emit({ kind: "payments", objectId: order.id, version: order.version, change: "changed", merchantId: order.merchantId });
    await auditAct(ctx, tx, "payments.notify", order.id, { count });
    return loadPaymentRow(app, tx, order.id, ctx.actor);
  });
}
