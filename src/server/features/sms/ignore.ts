/** Putting a message aside. Money that it brought stays where it is booked. */
import type { SmsRow } from "../../../contract/sms.schema.ts";
import { SMS_ACTION_STATES } from "../../../contract/sms.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Poster } from "../../core/posting/poster.ts";
import { lockSms } from "../../core/posting/lock-order.ts";
import { applyPosting } from "../../core/posting/by-hand.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused } from "../../platform/refusal.ts";
import { loadSmsRow } from "./queries.ts";
import { resolveAlerts } from "../../core/alerts/raise.ts";

/** Ignores a message that no order waits for. Refuses wrong_state when an order in review depends on it */
export async function ignoreSms(ctx: UserCtx, publicId: string, input: { version: number; reason?: string | undefined }): Promise<Answer<SmsRow>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const sms = await lockSms(tx, app.publicIds.decode("sms", publicId), input.version);
    if (sms instanceof Refused) return sms;
    if (!(SMS_ACTION_STATES.ignore as readonly string[]).includes(sms.match_status) || (sms.match_status === "review" && sms.payment_id !== null))
      return new Refused("wrong_state", { details: { match_status: sms.match_status } });
    const poster = new Poster(app);
    poster.writes.sms_updates.push({
      id: sms.id,
      version: sms.version,
      match_status: "ignored",
      reasons: [...sms.reasons, "ignored"],
      booked_txn: sms.booked_txn,
      in_suspense: sms.in_suspense,
      held_until: null,
    });
    poster.writes.events.push({
      id: app.ids.next(),
      object_type: "sms",
      object_id: sms.id,
      kind: "ignored",
      actor_type: "user",
      actor_id: ctx.actor.id,
      account: ctx.actor.account,
      data: { reason: input.reason ?? null },
    });
    poster.events.push({ kind: "sms", objectId: sms.id, version: sms.version + 1, change: "changed", merchantId: null });
    await applyPosting(app, tx, poster, (...events) => ctx.emit(...events));
    await resolveAlerts(app, tx, { object: { type: "sms", id: sms.id } }, ctx.actor.id);
    await auditAct(ctx, tx, "sms.ignore", sms.id, { reason: input.reason ?? null });
    return loadSmsRow(app, tx, sms.id, ctx.actor);
  });
}
