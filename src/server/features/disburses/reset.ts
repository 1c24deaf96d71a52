/** Starting a payout anew after its attempt has failed: the only way in which money can be sent a second time. */
import type { DisburseRow } from "../../../contract/disburses.schema.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { checkOwnLimit } from "../../core/staff/limit.ts";
import { Refused } from "../../platform/refusal.ts";
import { loadDisburseRow } from "./queries.ts";
import { lastAttempt, lockDisburse, inStatus } from "../../core/payouts/store.ts";
import { change, changedEvent, eventActorOf, timeline } from "../../core/payouts/writing.ts";

/**
 * Puts the order back in the queue; a new attempt with a reference of its own follows. A checker approves
 * (rule 13).
 * Refuses not_found, conflict, wrong_state, forbidden; waits where a checker is needed
 */
export async function resetDisburse(ctx: UserCtx, publicId: string, input: { version: number; reason: string }): Promise<Answer<DisburseRow>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const order = inStatus(await lockDisburse(tx, app.publicIds.decode("disburse", publicId), { version: input.version }), ["attempt_failed"]);
    if (order instanceof Refused) return order;
    const beyond = checkOwnLimit(ctx, order.amountMinor);
    if (beyond) return beyond;
    const attempt = await lastAttempt(tx, order.id);
    if (attempt?.status !== "failed") return new Refused("wrong_state", { details: { status: order.status } });
    const waiting = await requireApproval(ctx, tx, {
      kind: "disburses.reset",
      objectType: "disburse",
      objectId: order.id,
      action: "reset",
      objectVersion: order.version,
      payload: input,
      amountMinor: order.amountMinor,
    });
    if (waiting) return waiting;
    const again = await change(tx, order, {
      status: transition("disburses", order.status, "reset"),
      reason: input.reason,
      account: ctx.actor.account,
      columns: { wallet_id: null, queued_at: new Date(app.now()), route_after: null, routing: null },
    });
    await timeline(app, tx, order.id, "reset", { attempt: order.attemptCount, reason: input.reason }, eventActorOf(ctx));
    ctx.emit(changedEvent(again));
    await auditAct(ctx, tx, "disburses.reset", order.id, { reason: input.reason });
    return loadDisburseRow(app, tx, order.id, ctx.actor);
  });
}
