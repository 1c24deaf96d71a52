/** Matching a message to an order by hand, under the guards of automatic matching. */
import type { SmsRow } from "../../../contract/sms.schema.ts";
import { inField, Refused } from "../../platform/refusal.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Poster } from "../../core/posting/poster.ts";
import { BY_HAND, lockOrder, lockSms, openOnly } from "../../core/posting/lock-order.ts";
import { applyPosting, matchByHand } from "../../core/posting/by-hand.ts";
import { checkUsable } from "../../core/posting/usable.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { checkOwnLimit } from "../../core/staff/limit.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import { eventActorOf } from "../../core/timeline.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import { loadSmsRow } from "./queries.ts";

/** Completes the order with the amount really received. */
export async function matchSms(
  ctx: UserCtx,
  publicId: string,
  input: { version: number; payment_id: string; note?: string | undefined },
): Promise<Answer<SmsRow>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const order = openOnly(inField("payment_id", await lockOrder(tx, app.publicIds.decode("payment", input.payment_id))), BY_HAND);
    if (order instanceof Refused) return order;
    const sms = await lockSms(tx, app.publicIds.decode("sms", publicId), input.version);
    if (sms instanceof Refused) return sms;
    const beyond = checkOwnLimit(ctx, sms.amount ?? 0n);
    if (beyond) return beyond;
    const unfit = await checkUsable(app, tx, order, sms);
    if (unfit) return unfit;
    const waiting = await requireApproval(ctx, tx, {
      kind: "sms.match",
      objectType: "sms",
      objectId: sms.id,
      action: "match",
      objectVersion: sms.version,
      payload: input,
      amountMinor: sms.amount,
      before: { match_status: sms.match_status },
      after: { match_status: "matched", payment_id: input.payment_id, amount: formatAmountOrNull(sms.amount), trx_id: sms.trx_id },
    });
    if (waiting) return waiting;
    const poster = new Poster(app);
    await matchByHand(app, tx, poster, order, sms, { account: ctx.actor.account, reason: "matched_by_hand", event: "complete" });
    poster.timeline(order.id, "matched_by_hand", { message_id: publicId, note: input.note ?? null }, eventActorOf(ctx));
    await applyPosting(app, tx, poster, (...events) => ctx.emit(...events));
    await auditAct(ctx, tx, "sms.match", sms.id, { note: input.note ?? null });
    return loadSmsRow(app, tx, sms.id, ctx.actor);
  });
}
