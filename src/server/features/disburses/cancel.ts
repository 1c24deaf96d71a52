/** POST /v1/disburses/{id}/cancel: before any attempt; the hold is released (rule 12). */
import type { MerchantDisburse } from "../../../contract/disburses.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import type { MerchantCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { loadMerchantDisburse } from "./orders.ts";
import { release } from "./release.ts";
import { lockDisburse, statusTold } from "../../core/payouts/store.ts";
import { eventActorOf } from "../../core/timeline.ts";

/** Cancels; a second call answers the cancelled order again. */
export async function cancelDisburse(ctx: MerchantCtx, publicId: string): Promise<Answer<MerchantDisburse>> {
  const { app, actor } = ctx;
  return ctx.tx(async (tx) => {
    const order = await lockDisburse(tx, app.publicIds.decode("disburse", publicId), { merchantId: actor.merchantId });
    if (order instanceof Refused) return order;
    if (order.status !== "cancelled") {
      const early = order.status === "pending" || order.status === "review" || order.status === "approved";
      if (!early || order.attemptCount > 0) return new Refused("wrong_state", { details: { status: statusTold(order, actor.merchantId) } });
      await release(app, tx, order, "cancel", { reason: null, by: eventActorOf(ctx) }, ctx.emit);
    }
    return loadMerchantDisburse(app, tx, actor.merchantId, order.id);
  });
}
