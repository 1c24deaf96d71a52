/** Completing a payout by hand with a TrxID (rule 9, mirrored). */
import type * as z from "zod";
import type { disburseComplete, DisburseRow } from "../../../contract/disburses.schema.ts";
import { parseAmount } from "../../../contract/money.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { checkOwnLimit } from "../../core/staff/limit.ts";
import { lockRouting } from "../../platform/db/routing-lock.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { cameBackRefusal } from "../../core/posting/came-back.ts";
import { addNote } from "../../core/staff/notes.ts";
import { isTrxId } from "../../core/orders/trx-id.ts";
import { completeAttempt, mayComplete, type OutcomeResult, standing } from "../../core/payouts/outcome.ts";
import { loadDisburseRow } from "./queries.ts";
import { attemptToEnd, lockAttempt } from "../../core/payouts/store.ts";
import { eventActorOf } from "../../core/timeline.ts";

/** A person is refused what contradicts the books; nothing of the call remains. */
function contradictionOf(result: Pick<OutcomeResult, "why" | "details" | "order">): Refused {
  switch (result.why) {
    case "trx_used":
      return new Refused("trx_used", { fields: { trx_id: "taken" } });
    case "amount_differs":
    case "other_wallet":
      return new Refused("trx_mismatch", { fields: { trx_id: "mismatch" }, details: { ...result.details, other_wallet: result.why === "other_wallet" } });
    case "came_back":
      return cameBackRefusal("trx_id");
    case "invalid_trx":
      return refusedField("trx_id");
    default:
      return new Refused("wrong_state", { details: { status: result.order.status } });
  }
}

/**
 * Completes the order's last attempt. A debit message with the TrxID that was booked as unexplained is used. Without one the money
 * is in transit where the wallet's messages are forwarded, until its message replaces it; else it has left the wallet.
 * Refuses not_found, conflict, wrong_state, trx_used, trx_mismatch, validation_failed; waits where a checker is needed
 */
export async function completeDisburse(ctx: UserCtx, publicId: string, input: z.output<typeof disburseComplete>): Promise<Answer<DisburseRow>> {
  const { app } = ctx;
  if (!isTrxId(input.trx_id)) return refusedField("trx_id");
  const id = app.publicIds.decode("disburse", publicId);
  return ctx.tx(async (tx) => {
    const last = await attemptToEnd(tx, id);
    if (last instanceof Refused) return last;
    // What is said to have left may be beyond what is frozen for it, by its cost or, after a failed attempt, by all of it: nobody else
    // may promise the same money meanwhile.
    const place = await tx.one<{ operator: string }>("select operator from disburses where id = $1", [id]);
    if (place) await lockRouting(tx, place.operator);
    const { order, attempt } = await lockAttempt(tx, last);
    if (order.version !== input.version) return new Refused("conflict", { details: { version: order.version, status: order.status } });
    if (!mayComplete(order, attempt)) return new Refused("wrong_state", { details: { status: order.status } });
    const costMinor = input.cost === undefined ? null : parseAmount(input.cost);
    // The cost leaves the wallet as the amount does.
    const atStake = order.amountMinor + (costMinor ?? 0n);
    const beyond = checkOwnLimit(ctx, atStake);
    if (beyond) return beyond;
    const paid = { source: "person", by: eventActorOf(ctx), trxId: input.trx_id, costMinor, data: { note: input.note } } as const;
    // What the books say against it is said before a second approval is asked for.
    const against = await standing(tx, order, attempt, paid);
    if (against) return contradictionOf({ ...against, order });
    const waiting = await requireApproval(ctx, tx, {
      kind: "disburses.complete",
      objectType: "disburse",
      objectId: order.id,
      action: "complete",
      objectVersion: order.version,
      payload: input,
      amountMinor: atStake,
    });
    if (waiting) return waiting;
    const result = await completeAttempt(app, tx, attempt, paid, ctx.emit);
    if (result.kind !== "changed") return contradictionOf(result);
    await addNote(ctx, tx, "disburses", order.id, input.note);
    await auditAct(ctx, tx, "disburses.complete", order.id, { note: input.note });
    return loadDisburseRow(app, tx, order.id, ctx.actor);
  });
}
