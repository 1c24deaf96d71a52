/** Accepting a message: a person believes what it says, so that it is booked although its balance does not follow on, or nothing proves it. */
import type { SmsRow } from "../../../contract/sms.schema.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import { permitAct } from "../../core/approvals/need.ts";
import { lockSms } from "../../core/posting/lock-order.ts";
import { eventActorOf } from "../../core/timeline.ts";
import { acceptPlainly } from "../../core/posting/plain/post.ts";
import { acceptable } from "../../core/posting/usable.ts";
import { auditAct } from "../../core/staff/audited.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { loadSmsRow } from "./queries.ts";
import { movedBy } from "./type-in.ts";

/**
 * Books the message by the same rules as one that fits, and lets the wallet's continuity go on from it; what is missing before it stands as
 * a difference. Refuses wrong_state, trx_used where another message has told the same, and as every act with a threshold.
 */
export async function acceptSms(ctx: UserCtx, publicId: string, input: { version: number; note?: string | undefined }): Promise<Answer<SmsRow>> {
  const { app, actor } = ctx;
  return ctx.tx(async (tx) => {
    const sms = await lockSms(tx, app.publicIds.decode("sms", publicId), input.version);
    if (sms instanceof Refused) return sms;
    if (!acceptable(sms)) return new Refused("wrong_state", { details: { match_status: sms.match_status } });
    const against = await permitAct(ctx, tx, {
      kind: "sms.accept",
      objectType: "sms",
      objectId: sms.id,
      action: "accept",
      objectVersion: sms.version,
      payload: input,
      // Fee and commission move the wallet as the amount does.
      amountMinor: movedBy(sms),
      before: { match_status: sms.match_status },
      after: { amount: formatAmountOrNull(sms.amount), trx_id: sms.trx_id },
    });
    if (against) return against;
    const note = input.note ?? null;
    const after = await acceptPlainly(app, tx, sms, { note, by: eventActorOf(ctx) });
    if (after === null) return new Refused("trx_used");
    ctx.emit(...after.events);
    await auditAct(ctx, tx, "sms.accept", sms.id, { note });
    return loadSmsRow(app, tx, sms.id, actor);
  });
}
