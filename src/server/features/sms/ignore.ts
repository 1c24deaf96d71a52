/** Putting a message aside, and back where it was. Money that it brought stays where it is booked. */
import type { SmsRow } from "../../../contract/sms.schema.ts";
import { MATCH_STATUSES, SMS_ACTION_STATES, type MatchStatus } from "../../../contract/sms.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { eventActorOf } from "../../core/timeline.ts";
import { Poster } from "../../core/posting/poster.ts";
import { type LockedSms, lockSms } from "../../core/posting/lock-order.ts";
import { applyPosting } from "../../core/posting/by-hand.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused } from "../../platform/refusal.ts";
import { mayBeTakenBack, PUT_ASIDE } from "../../core/posting/usable.ts";
import { loadSmsRow } from "./queries.ts";
import { resolveAlerts } from "../../core/alerts/raise.ts";

/** Ignores a message that no order waits for. Refuses wrong_state when an order in review depends on it */
export async function ignoreSms(ctx: UserCtx, publicId: string, input: { version: number; reason?: string | undefined }): Promise<Answer<SmsRow>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const sms = await lockSms(tx, app.publicIds.decode("sms", publicId), input.version);
    if (sms instanceof Refused) return sms;
    if (!(SMS_ACTION_STATES.ignore as readonly string[]).includes(sms.match_status) || (sms.match_status === "review" && sms.payment_id !== null))
      return wrongState(sms);
    const reason = input.reason ?? null;
    await turn(ctx, tx, sms, { status: "ignored", reasons: [...sms.reasons, PUT_ASIDE], kind: "ignored", data: { reason, from: sms.match_status } });
    await resolveAlerts(app, tx, { object: { type: "sms", id: sms.id } }, ctx.actor.id);
    await auditAct(ctx, tx, "sms.ignore", sms.id, { reason });
    return loadSmsRow(app, tx, sms.id, ctx.actor);
  });
}

/**
 * Takes a message that a person ignored back to where it was; one that waited for the continuity comes to review, as it would have when
 * its wait was over. Its exception is found again where it still stands. Refuses wrong_state when nobody put it aside, or it was used since.
 */
export async function restoreSms(ctx: UserCtx, publicId: string, input: { version: number }): Promise<Answer<SmsRow>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const sms = await lockSms(tx, app.publicIds.decode("sms", publicId), input.version);
    if (sms instanceof Refused) return sms;
    if (!(SMS_ACTION_STATES.restore as readonly string[]).includes(sms.match_status) || !mayBeTakenBack(sms.reasons)) return wrongState(sms);
    const before = await tx.one<{ from: string | null }>(
      "select data ->> 'from' as from from order_events where object_type = 'sms' and object_id = $1 and kind = 'ignored' order by id desc limit 1",
      [sms.id],
    );
    const from = MATCH_STATUSES.find((status) => status === before?.from);
    if (from === undefined) return wrongState(sms);
    await turn(ctx, tx, sms, {
      status: from === "held" ? "review" : from,
      reasons: sms.reasons.filter((reason) => reason !== PUT_ASIDE),
      kind: "restored",
      data: {},
    });
    await auditAct(ctx, tx, "sms.restore", sms.id);
    return loadSmsRow(app, tx, sms.id, ctx.actor);
  });
}

const wrongState = (sms: LockedSms): Refused => new Refused("wrong_state", { details: { match_status: sms.match_status } });

interface Turn {
  readonly status: MatchStatus;
  readonly reasons: readonly string[];
  readonly kind: "ignored" | "restored";
  readonly data: Readonly<Record<string, string | null>>;
}

/** Writes the new status with its place in the message's timeline; what is booked stays. */
async function turn(ctx: UserCtx, tx: Tx, sms: LockedSms, { status, reasons, kind, data }: Turn): Promise<void> {
  const { app } = ctx;
  const poster = new Poster(app);
  poster.writes.sms_updates.push({
    id: sms.id,
    version: sms.version,
    match_status: status,
    reasons: [...reasons],
    booked_txn: sms.booked_txn,
    in_suspense: sms.in_suspense,
    held_until: null,
  });
  poster.note({ type: "sms", id: sms.id }, kind, data, eventActorOf(ctx));
  poster.events.push({ kind: "sms", objectId: sms.id, version: sms.version + 1, change: "changed", merchantId: null });
  await applyPosting(app, tx, poster, (...events) => ctx.emit(...events));
}
