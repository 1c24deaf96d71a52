/** Rejecting a payout that has not been sent: the hold goes back, the merchant is told why. */
import type { DisburseRow } from "../../../contract/disburses.schema.ts";
import { Refused } from "../../platform/refusal.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { checkOwnLimit } from "../../core/staff/limit.ts";
import { loadDisburseRow } from "./queries.ts";
import { release } from "./release.ts";
import { lockDisburse, inStatus } from "../../core/payouts/store.ts";
import { eventActorOf } from "../../core/timeline.ts";

/** Refuses not_found, conflict, wrong_state, forbidden above the operator's own limit */
export async function rejectDisburse(ctx: UserCtx, publicId: string, input: { version: number; reason: string }): Promise<Answer<DisburseRow>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const order = inStatus(await lockDisburse(tx, app.publicIds.decode("disburse", publicId), { version: input.version }), ["review", "pending", "approved"]);
    if (order instanceof Refused) return order;
    const beyond = checkOwnLimit(ctx, order.amountMinor);
    if (beyond) return beyond;
    await release(app, tx, order, "reject", { reason: input.reason, by: eventActorOf(ctx) }, ctx.emit);
    await auditAct(ctx, tx, "disburses.reject", order.id);
    return loadDisburseRow(app, tx, order.id, ctx.actor);
  });
}
