/** Completing a payment by hand with a TrxID (rule 9). */
import type * as z from "zod";
import { formatAmountOrNull, parseAmount } from "../../../contract/money.ts";
import type { paymentComplete, PaymentRow } from "../../../contract/payments.schema.ts";
import { doneOf, type Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { completeOrder } from "../../core/posting/payment-events.ts";
import { Poster } from "../../core/posting/poster.ts";
import { BY_HAND, lockOrder, lockSms, openOnly, type LockedSms } from "../../core/posting/lock-order.ts";
import { applyPosting, matchByHand } from "../../core/posting/by-hand.ts";
import { checkUsable, refusedCredit, UNEXPLAINED_MESSAGE } from "../../core/posting/usable.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import { Refused } from "../../platform/refusal.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { sayMovement } from "../../core/unreported/store.ts";
import { checkOwnLimit } from "../../core/staff/limit.ts";
import { addNote } from "../../core/staff/notes.ts";
import { readTrx, trxUse } from "../../core/orders/trx-id.ts";
import { eventActorOf } from "../../core/timeline.ts";
import { loadPaymentRow } from "./queries.ts";

/** The stored message with this TrxID, if money came in with it; one that was put aside counts when the books have its money. */
async function messageOf(tx: Tx, operator: string, key: string, walletId: bigint): Promise<LockedSms | null> {
  const found = await tx.one<{ id: bigint }>(
    `select id from sms where trx_key = $1 and operator = $2 and direction = 'credit'
       and (match_status = 'suspicious' or ${UNEXPLAINED_MESSAGE}) order by (wallet_id = $3) desc, match_status = 'ignored', id limit 1`,
    [key, operator, walletId],
  );
  return found ? doneOf(await lockSms(tx, found.id)) : null;
}

function differenceOf(sms: LockedSms, walletId: bigint, amountMinor: bigint): Refused | null {
  // Nobody may believe a suspicious one. What was put aside is used while its money waits in suspense; written off, it is gone.
  if (sms.match_status === "suspicious" || (sms.match_status === "ignored" && !sms.in_suspense))
    return new Refused("trx_mismatch", { fields: { trx_id: "not_allowed" }, details: { match_status: sms.match_status } });
  if (sms.amount === amountMinor && sms.wallet_id === walletId) return null;
  return new Refused("trx_mismatch", {
    fields: { [sms.amount === amountMinor ? "trx_id" : "amount"]: "mismatch" },
    details: { message_amount: formatAmountOrNull(sms.amount), amount: formatAmountOrNull(amountMinor), other_wallet: sms.wallet_id !== walletId },
  });
}

/**
 * Completes the order. An existing message with the TrxID is used (suspense to merchant). Without one the money is in transit
 * where the wallet's messages are forwarded, until its message replaces it; else it stands on the wallet.
 */
export async function completePayment(ctx: UserCtx, publicId: string, input: z.output<typeof paymentComplete>): Promise<Answer<PaymentRow>> {
  const { app } = ctx;
  const trx = readTrx("trx_id", input.trx_id);
  if (trx instanceof Refused) return trx;
  return ctx.tx(async (tx) => {
    const order = openOnly(await lockOrder(tx, app.publicIds.decode("payment", publicId), { version: input.version }), BY_HAND);
    if (order instanceof Refused) return order;
    const amountMinor = input.amount === undefined ? order.amountMinor : (parseAmount(input.amount) as bigint);
    const beyond = checkOwnLimit(ctx, amountMinor);
    if (beyond) return beyond;
    const used = await trxUse(tx, order.operator, trx.key, "credit");
    if (used) return new Refused("trx_used", { fields: { trx_id: "taken" }, details: { used_by: app.publicIds.encode(used.type, used.id) } });
    const poster = new Poster(app);
    const sms = await messageOf(tx, order.operator, trx.key, order.walletId);
    const difference = sms
      ? (differenceOf(sms, order.walletId, amountMinor) ?? (await checkUsable(app, tx, order, sms, "trx_id")))
      : await refusedCredit(app, tx, { walletId: order.walletId, trxKey: trx.key, counterparty: null }, "trx_id");
    if (difference) return difference;
    const waiting = await requireApproval(ctx, tx, {
      kind: "payments.complete",
      objectType: "payment",
      objectId: order.id,
      action: "complete",
      objectVersion: order.version,
      payload: input,
      amountMinor,
      before: { status: order.status, amount: formatAmountOrNull(order.amountMinor) },
      after: { status: "completed", amount: formatAmountOrNull(amountMinor), trx_id: trx.id, note: input.note },
    });
    if (waiting) return waiting;
    if (sms) {
      await matchByHand(app, tx, poster, order, sms, { account: ctx.actor.account, reason: "completed_by_hand", event: "complete" });
    } else {
      const source = await sayMovement(app, tx, {
        walletId: order.walletId,
        direction: "credit",
        amountMinor,
        expectedCostMinor: 0n,
        object: { type: "payment", id: order.id },
        source: "person",
        trx,
        counterparty: order.customer,
      });
      await completeOrder(poster, order, {
        event: "complete",
        amountMinor,
        trxId: trx.id,
        trxKey: trx.key,
        messageId: null,
        walletId: order.walletId,
        source,
        account: ctx.actor.account,
      });
    }
    poster.timeline(order.id, "completed_by_hand", { trx_id: input.trx_id, amount: formatAmountOrNull(amountMinor), message: sms !== null }, eventActorOf(ctx));
    await applyPosting(app, tx, poster, (...events) => ctx.emit(...events));
    await addNote(ctx, tx, "payments", order.id, input.note);
    await auditAct(ctx, tx, "payments.complete", order.id, { note: input.note });
    return loadPaymentRow(app, tx, order.id, ctx.actor);
  });
}
