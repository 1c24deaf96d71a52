/** A person says that a payout was not paid: the attempt fails, or, when it has failed already, the order for good. */
import type { DisburseRow } from "../../../contract/disburses.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { checkOwnLimit } from "../../core/staff/limit.ts";
import { Refused } from "../../platform/refusal.ts";
import { failLocked } from "../../core/payouts/not-paid.ts";
import { loadDisburseRow } from "./queries.ts";
import { release } from "./release.ts";
import { attemptToEnd, lockAttempt } from "../../core/payouts/store.ts";
import { eventActorOf } from "../../core/timeline.ts";

/**
 * From `attempt_failed` the order fails for good: hold released, merchant told. From `unknown`, and from `processing` on a
 * wallet that people work, the attempt fails and the hold stays (rule 11).
 * Refuses not_found, conflict, wrong_state, forbidden above the operator's own limit
 */
export async function failDisburse(ctx: UserCtx, publicId: string, input: { version: number; reason: string }): Promise<Answer<DisburseRow>> {
  const { app } = ctx;
  const id = app.publicIds.decode("disburse", publicId);
  return ctx.tx(async (tx) => {
    const last = await attemptToEnd(tx, id);
    if (last instanceof Refused) return last;
    const { order, attempt } = await lockAttempt(tx, last);
    if (order.version !== input.version) return new Refused("conflict", { details: { version: order.version, status: order.status } });
    const beyond = checkOwnLimit(ctx, order.amountMinor);
    if (beyond) return beyond;
    const by = eventActorOf(ctx);
    if (order.status === "attempt_failed") await release(app, tx, order, "fail", { reason: input.reason, by }, ctx.emit);
    else if (order.status === "unknown" || (order.status === "processing" && attempt.rail === "manual"))
      await failLocked(app, tx, { order, attempt }, { source: "person", by, code: "by_hand", message: input.reason }, ctx.emit);
    else return new Refused("wrong_state", { details: { status: order.status } });
    await auditAct(ctx, tx, "disburses.fail", order.id, { reason: input.reason });
    return loadDisburseRow(app, tx, order.id, ctx.actor);
  });
}
