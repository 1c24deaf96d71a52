/** Notes of staff on a payout. */
import type { DisburseRow } from "../../../contract/disburses.schema.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { addNote, MAX_NOTES } from "../../core/staff/notes.ts";
import { loadDisburseRow } from "./queries.ts";
import { lockDisburse } from "../../core/payouts/store.ts";
import { changedEvent } from "../../core/payouts/writing.ts";

/** Adds a note. Refuses not_found, conflict, validation_failed when there are too many */
export async function noteDisburse(ctx: UserCtx, publicId: string, input: { text: string; version?: number | undefined }): Promise<Answer<DisburseRow>> {
  return ctx.tx(async (tx) => {
    const order = await lockDisburse(tx, ctx.app.publicIds.decode("disburse", publicId), { version: input.version });
    if (order instanceof Refused) return order;
    if (!(await addNote(ctx, tx, "disburses", order.id, input.text, MAX_NOTES))) return refusedField("text", "too_long");
    ctx.emit(changedEvent(order));
    await auditAct(ctx, tx, "disburses.note", order.id, { note: input.text });
    return loadDisburseRow(ctx.app, tx, order.id, ctx.actor);
  });
}
