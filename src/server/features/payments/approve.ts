/** Approving a payment in review with a message that a person has chosen. */
import type * as z from "zod";
import type { paymentApprove, PaymentRow } from "../../../contract/payments.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Poster } from "../../core/posting/poster.ts";
import { lockOrder, lockSms, openOnly } from "../../core/posting/lock-order.ts";
import { applyPosting, matchByHand } from "../../core/posting/by-hand.ts";
import { checkUsable } from "../../core/posting/usable.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import { checkOwnLimit } from "../../core/staff/limit.ts";
import { inField, Refused, refusedField } from "../../platform/refusal.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { addNote } from "../../core/staff/notes.ts";
import { eventActorOf } from "../../core/timeline.ts";
import { loadPaymentRow } from "./queries.ts";

/** Posts the amount really received; `ordered` is allowed only when both are equal (rule 42). */
export async function approvePayment(ctx: UserCtx, publicId: string, input: z.output<typeof paymentApprove>): Promise<Answer<PaymentRow>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const order = openOnly(await lockOrder(tx, app.publicIds.decode("payment", publicId), { version: input.version }), ["review"]);
    if (order instanceof Refused) return order;
    const sms = inField("message_id", await lockSms(tx, app.publicIds.decode("sms", input.message_id)));
    if (sms instanceof Refused) return sms;
    if (input.amount === "ordered" && sms.amount !== order.amountMinor) return refusedField("amount", "mismatch");
    const beyond = checkOwnLimit(ctx, sms.amount ?? 0n);
    if (beyond) return beyond;
    const unfit = await checkUsable(app, tx, order, sms);
    if (unfit) return unfit;
    const waiting = await requireApproval(ctx, tx, {
      kind: "payments.approve",
      objectType: "payment",
      objectId: order.id,
      action: "approve",
      objectVersion: order.version,
      payload: input,
      amountMinor: sms.amount,
      before: { status: order.status, amount: formatAmountOrNull(order.amountMinor) },
      after: { status: "completed", amount: formatAmountOrNull(sms.amount), trx_id: sms.trx_id, message_id: input.message_id },
    });
    if (waiting) return waiting;
    const poster = new Poster(app);
    await matchByHand(app, tx, poster, order, sms, { account: ctx.actor.account, reason: "approved", event: "approve" });
    poster.timeline(order.id, "approved", { message_id: input.message_id, amount: input.amount }, eventActorOf(ctx));
    await applyPosting(app, tx, poster, (...events) => ctx.emit(...events));
    if (input.note) await addNote(ctx, tx, "payments", order.id, input.note);
    await auditAct(ctx, tx, "payments.approve", order.id, { sms_id: input.message_id, note: input.note ?? null });
    return loadPaymentRow(app, tx, order.id, ctx.actor);
  });
}
