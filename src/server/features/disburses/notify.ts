/** Sending a payout's last notification again. */
import type { DisburseRow } from "../../../contract/disburses.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { resendForObject } from "../../core/outbox/resend.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused } from "../../platform/refusal.ts";
import { loadDisburseRow } from "./queries.ts";
import { lockDisburse, statusTold } from "../../core/payouts/store.ts";
import { changedEvent } from "../../core/payouts/writing.ts";

/** Queues it again under its own id. Refuses not_found, conflict, wrong_state when there is none or it has no target */
export async function notifyDisburse(ctx: UserCtx, publicId: string, input: { version?: number | undefined } = {}): Promise<Answer<DisburseRow>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const order = await lockDisburse(tx, app.publicIds.decode("disburse", publicId), { merchantId: ctx.actor.merchantId, version: input.version });
    if (order instanceof Refused) return order;
    const count = await resendForObject(tx, app, "disburse", order.id);
    if (count === 0) return new Refused("wrong_state", { details: { status: statusTold(order, ctx.actor.merchantId), notifications: 0 } });
    ctx.emit(changedEvent(order));
    await auditAct(ctx, tx, "disburses.notify", order.id, { count });
    return loadDisburseRow(app, tx, order.id, ctx.actor);
  });
}
