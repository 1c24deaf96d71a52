/** Rejecting a payment in review. Its message keeps its money in suspense and can be matched elsewhere. */
import type { PaymentRow } from "../../../contract/payments.schema.ts";
import { Refused } from "../../platform/refusal.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { endOrder } from "../../core/posting/payment-events.ts";
import { Poster } from "../../core/posting/poster.ts";
import { lockOrder, openOnly } from "../../core/posting/lock-order.ts";
import { applyPosting } from "../../core/posting/by-hand.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { checkOwnLimit } from "../../core/staff/limit.ts";
import { eventActorOf } from "../../core/timeline.ts";
import { loadPaymentRow } from "./queries.ts";

/** Ends the order; the reason goes to the merchant with the notification's order. */
export async function rejectPayment(ctx: UserCtx, publicId: string, input: { version: number; reason: string }): Promise<Answer<PaymentRow>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const order = openOnly(await lockOrder(tx, app.publicIds.decode("payment", publicId), { version: input.version }), ["review"]);
    if (order instanceof Refused) return order;
    const beyond = checkOwnLimit(ctx, order.amountMinor);
    if (beyond) return beyond;
    const poster = new Poster(app);
    await endOrder(poster, order, "reject", input.reason, ctx.actor.account);
    poster.timeline(order.id, "rejected", { reason: input.reason }, eventActorOf(ctx));
    const waiting = await tx.rows<{ id: bigint; version: number; reasons: string[]; booked_txn: bigint | null; in_suspense: boolean }>(
      "select id, version, reasons, booked_txn, in_suspense from sms where payment_id = $1 and match_status = 'review' for no key update",
      [order.id],
    );
    // The message belongs to no order again.
    for (const sms of waiting)
      await tx.run(
        "update sms set match_status = case when booked_txn is null then 'review' else 'unmatched' end, payment_id = null, version = version + 1 where id = $1",
        [sms.id],
      );
    await applyPosting(app, tx, poster, (...events) => ctx.emit(...events));
    await auditAct(ctx, tx, "payments.reject", order.id);
    return loadPaymentRow(app, tx, order.id, ctx.actor);
  });
}
