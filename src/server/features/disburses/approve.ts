/** Approving a payout above the threshold: it may go. */
import type { DisburseRow } from "../../../contract/disburses.schema.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { Refused } from "../../platform/refusal.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { checkOwnLimit } from "../../core/staff/limit.ts";
import { loadDisburseRow } from "./queries.ts";
import { lockDisburse, inStatus } from "../../core/payouts/store.ts";
import { change, changedEvent, timeline } from "../../core/payouts/writing.ts";
import { eventActorOf } from "../../core/timeline.ts";

/** Refuses recheck_required, not_found, conflict, wrong_state, forbidden above the operator's own limit */
export async function approveDisburse(ctx: UserCtx, publicId: string, input: { version: number }): Promise<Answer<DisburseRow>> {
  const { app } = ctx;
  await requireRecheck(ctx);
  return ctx.tx(async (tx) => {
    const order = inStatus(await lockDisburse(tx, app.publicIds.decode("disburse", publicId), { version: input.version }), ["review"]);
    if (order instanceof Refused) return order;
    const beyond = checkOwnLimit(ctx, order.amountMinor);
    if (beyond) return beyond;
    const approved = await change(tx, order, {
      status: transition("disburses", order.status, "approve"),
      reason: null,
      account: ctx.actor.account,
      columns: { queued_at: new Date(app.now()) },
    });
    await timeline(app, tx, order.id, "approved", {}, eventActorOf(ctx));
    ctx.emit(changedEvent(approved));
    await auditAct(ctx, tx, "disburses.approve", order.id);
    return loadDisburseRow(app, tx, order.id, ctx.actor);
  });
}
