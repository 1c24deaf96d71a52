/** Correcting the TrxID of a payment that was completed before its message: it is a claim until the message proves it. */
import type * as z from "zod";
import type { paymentCorrect, PaymentRow } from "../../../contract/payments.schema.ts";
import { saidWasReported } from "../../../domain/ledger/postings.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { resolveAlerts } from "../../core/alerts/raise.ts";
import { Poster } from "../../core/posting/poster.ts";
import { lockOrder, lockSms, type LockedOrder } from "../../core/posting/lock-order.ts";
import { applyPosting } from "../../core/posting/by-hand.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused } from "../../platform/refusal.ts";
import { readTrx } from "../../core/orders/trx-id.ts";
import { lockClaims, moveClaim, noteLost, permitCorrection, planCorrection, saidOf, waitingMoney, type Correction } from "../../core/unreported/claims.ts";
import { endReported } from "../../core/unreported/store.ts";
import { eventActorOf } from "../../core/timeline.ts";
import { loadPaymentRow } from "./queries.ts";

/** The message in suspense is the order's: its money takes the place of what was in transit. The wallet had it already. */
async function prove(tx: Tx, poster: Poster, order: LockedOrder, { movement, proof }: Correction): Promise<Refused | null> {
  if (proof === null) return null;
  const sms = await lockSms(tx, proof.id, proof.version);
  if (sms instanceof Refused) return sms;
  poster.book({ type: "payment", id: order.id }, saidWasReported(waitingMoney(movement, proof), movement));
  poster.writes.sms_updates.push({
    id: sms.id,
    version: sms.version,
    match_status: "matched",
    payment_id: order.id,
    reasons: [...sms.reasons.filter((reason) => reason !== "waits_for_chain" && reason !== "ignored"), "corrected_by_hand"],
    booked_txn: sms.booked_txn,
    in_suspense: false,
    held_until: null,
  });
  poster.events.push({ kind: "sms", objectId: sms.id, version: sms.version + 1, change: "changed", merchantId: null });
  await endReported(tx, movement, sms.id);
  return null;
}

/** The order's own row, while its movement is still open. A dispute of what had been said ends with the proof; one about a reversal stands. */
async function write(ctx: UserCtx, tx: Tx, order: LockedOrder, { trx, proof }: Correction): Promise<void> {
  const row = await tx.one<{ version: number }>(
    `update payments set trx_id = $3, trx_key = $4, version = version + 1, staff = case when $5 = any (staff) then staff else staff || $5::text end,
       disputed_at = case when $6 and not exists (select from sms s where s.payment_id = $1 and 'reversal' = any (s.reasons)) then null else disputed_at end
     where id = $1 and version = $2 returning version`,
    [order.id, order.version, trx.id, trx.key, ctx.actor.account, proof !== null],
  );
  if (!row) throw new Error(`payment ${order.id} changed under its lock`);
  ctx.emit({ kind: "payments", objectId: order.id, version: row.version, change: "changed", merchantId: order.merchantId });
  if (proof === null) return;
  await resolveAlerts(ctx.app, tx, { kinds: ["manual_completion_differs"], object: { type: "payment", id: order.id } }, ctx.actor.id);
  await resolveAlerts(ctx.app, tx, { kinds: ["sms_unmatched"], object: { type: "sms", id: proof.id } }, ctx.actor.id);
}

/**
 * Moves the claim, and lets a message in suspense prove the order where one has the TrxID (see `core/unreported/claims.ts`).
 *
 * The merchant is not notified, as it is not when the message itself corrects a TrxID: a notification tells of a status, which
 * stays `completed` with the same amount and fee, and one more `payment.completed` could be taken for one more payment. It
 * reads the TrxID of now with the order, and "Notify again" sends it where a merchant wants to be told.
 * Refuses not_found, conflict, wrong_state, forbidden, trx_used, trx_mismatch, validation_failed; waits where a checker is needed
 */
export async function correctPayment(ctx: UserCtx, publicId: string, input: z.output<typeof paymentCorrect>): Promise<Answer<PaymentRow>> {
  const { app } = ctx;
  const trx = readTrx("trx_id", input.trx_id);
  if (trx instanceof Refused) return trx;
  const id = app.publicIds.decode("payment", publicId);
  return ctx.tx(async (tx) => {
    if (id === null) return new Refused("not_found");
    const locked = await lockClaims(tx, { type: "payment", id, trx });
    const order = await lockOrder(tx, id, { version: input.version });
    if (order instanceof Refused) return order;
    const correction = await planCorrection(app, tx, locked, order);
    if (correction instanceof Refused) return correction;
    const { from } = correction;
    const waiting = await permitCorrection(ctx, tx, { type: "payment", id: order.id, version: order.version }, correction, input);
    if (waiting) return waiting;
    const said = saidOf(ctx, correction, input.reason);
    const poster = new Poster(app);
    const lost = await moveClaim(tx, correction);
    if (lost) return lost;
    await write(ctx, tx, order, correction);
    const stale = await prove(tx, poster, order, correction);
    if (stale) return stale;
    poster.timeline(order.id, "corrected", said, eventActorOf(ctx));
    if (from !== null) await noteLost(ctx, tx, from, { trx_id: trx.id, reason: input.reason, to: publicId });
    await applyPosting(app, tx, poster, (...events) => ctx.emit(...events));
    await auditAct(ctx, tx, "payments.correct", order.id, { note: input.reason, sms_id: said.sms_id, object: said.from });
    return loadPaymentRow(app, tx, order.id, ctx.actor);
  });
}
