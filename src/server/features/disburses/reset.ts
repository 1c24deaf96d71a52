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
import { whenItMayHavePaid } from "../../core/payouts/debits.ts";
import { attemptToEnd, inStatus, lockAttempt } from "../../core/payouts/store.ts";
import { change, changedEvent, timeline } from "../../core/payouts/writing.ts";
import { eventActorOf } from "../../core/timeline.ts";

/**
 * Puts the order back in the queue; a new attempt with a reference of its own follows. A checker approves
 * (rule 13).
 * Refuses not_found, conflict, wrong_state, may_be_paid, forbidden; waits where a checker is needed
 */
export async function resetDisburse(ctx: UserCtx, publicId: string, input: { version: number; reason: string }): Promise<Answer<DisburseRow>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const last = await attemptToEnd(tx, app.publicIds.decode("disburse", publicId));
    if (last instanceof Refused) return last;
    // With its wallet's messages: none comes between the look at them and the reset.
    const { order: locked, attempt } = await lockAttempt(tx, last);
    if (locked.version !== input.version) return new Refused("conflict", { details: { version: locked.version, status: locked.status } });
    const order = inStatus(locked, ["attempt_failed"]);
    if (order instanceof Refused) return order;
    const beyond = checkOwnLimit(ctx, order.amountMinor);
    if (beyond) return beyond;
    if (attempt.status !== "failed") return new Refused("wrong_state", { details: { status: order.status } });
    const paid = await whenItMayHavePaid(tx, order, attempt, app.publicIds);
    if (paid) return paid;
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
