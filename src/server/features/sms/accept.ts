/** Accepting a message: a person believes what it says, so that it is booked although its balance does not follow on, or nothing proves it. */
import type { SmsRow } from "../../../contract/sms.schema.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import { lockSms } from "../../core/posting/lock-order.ts";
import { acceptPlainly } from "../../core/posting/plain/post.ts";
import { acceptable } from "../../core/posting/usable.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { checkOwnLimit } from "../../core/staff/limit.ts";
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
    // Fee and commission move the wallet as the amount does.
    const amountMinor = movedBy(sms);
    const beyond = checkOwnLimit(ctx, amountMinor ?? 0n);
    if (beyond) return beyond;
    const waiting = await requireApproval(ctx, tx, {
      kind: "sms.accept",
      objectType: "sms",
      objectId: sms.id,
      action: "accept",
      objectVersion: sms.version,
      payload: input,
      amountMinor,
      before: { match_status: sms.match_status },
      after: { amount: formatAmountOrNull(sms.amount), trx_id: sms.trx_id },
    });
    if (waiting) return waiting;
    const after = await acceptPlainly(app, tx, sms);
    if (after === null) return new Refused("trx_used");
    const note = input.note ?? null;
    await tx.run(
      "insert into order_events (id, object_type, object_id, kind, actor_type, actor_id, account, data) values ($1, 'sms', $2, 'accepted', 'user', $3, $4, $5::jsonb)",
      [app.ids.next(), sms.id, actor.id, actor.account, JSON.stringify({ note })],
    );
    ctx.emit(...after.events, { kind: "sms", objectId: sms.id, version: sms.version + 1, change: "changed", merchantId: null });
    await auditAct(ctx, tx, "sms.accept", sms.id, { note });
    return loadSmsRow(app, tx, sms.id, actor);
  });
}
