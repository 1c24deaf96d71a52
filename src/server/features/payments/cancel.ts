/** POST /v1/payments/{id}/cancel: from `pending`; money that comes later counts as late (rule 12). */
import type { MerchantPayment } from "../../../contract/payments.schema.ts";
import { Refused } from "../../platform/refusal.ts";
import type { Answer } from "../../platform/answer.ts";
import type { MerchantCtx } from "../../platform/context.ts";
import { endOrder } from "../../core/posting/payment-events.ts";
import { Poster } from "../../core/posting/poster.ts";
import { lockOrder, openOnly } from "../../core/posting/lock-order.ts";
import { applyPosting } from "../../core/posting/by-hand.ts";
import { loadMerchantPayment } from "./orders.ts";

/** Cancels; a second call answers the cancelled order again. */
export async function cancelPayment(ctx: MerchantCtx, publicId: string): Promise<Answer<MerchantPayment>> {
  return ctx.tx(async (tx) => {
    const locked = await lockOrder(tx, ctx.app.publicIds.decode("payment", publicId), { merchantId: ctx.actor.merchantId });
    if (locked instanceof Refused) return locked;
    if (locked.status !== "cancelled") {
      const order = openOnly(locked, ["pending"]);
      if (order instanceof Refused) return order;
      const poster = new Poster(ctx.app);
      await endOrder(poster, order, "cancel", null, null);
      poster.timeline(locked.id, "cancelled", {}, { type: "merchant", id: ctx.actor.merchantId, account: ctx.actor.appId });
      await applyPosting(ctx.app, tx, poster, (...events) => ctx.emit(...events));
    }
    return loadMerchantPayment(ctx.app, tx, ctx.actor.merchantId, locked.id);
  });
}
