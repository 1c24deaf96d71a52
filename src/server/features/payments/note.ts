/** Notes of staff on a payment. */
import type { PaymentRow } from "../../../contract/payments.schema.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { lockOrder } from "../../core/posting/lock-order.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { addNote, MAX_NOTES } from "../../core/staff/notes.ts";
import { loadPaymentRow } from "./queries.ts";

/** Adds a note. */
export async function notePayment(ctx: UserCtx, publicId: string, input: { text: string; version?: number | undefined }): Promise<Answer<PaymentRow>> {
  return ctx.tx(async (tx) => {
    const order = await lockOrder(tx, ctx.app.publicIds.decode("payment", publicId), { version: input.version });
    if (order instanceof Refused) return order;
    if (!(await addNote(ctx, tx, "payments", order.id, input.text, MAX_NOTES))) return refusedField("text", "too_long");
    ctx.emit({ kind: "payments", objectId: order.id, version: order.version, change: "changed", merchantId: order.merchantId });
    await auditAct(ctx, tx, "payments.note", order.id, { note: input.text });
    return loadPaymentRow(ctx.app, tx, order.id, ctx.actor);
  });
}
