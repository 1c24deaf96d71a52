/** Correcting the TrxID of a payout that was completed before its message: it is a claim until the message proves it. */
import type * as z from "zod";
import type { disburseCorrect, DisburseRow } from "../../../contract/disburses.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import { samePayer } from "../../../domain/payments/matching.ts";
import { saidWasReported } from "../../../domain/ledger/postings.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { resolveAlerts } from "../../core/alerts/raise.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused } from "../../platform/refusal.ts";
import { readTrx } from "../../core/orders/trx-id.ts";
import {
  lockClaims,
  moveClaim,
  noteLost,
  permitCorrection,
  planCorrection,
  saidOf,
  waitingMoney,
  type Correction,
  type NamedSms,
} from "../../core/unreported/claims.ts";
import { endReported } from "../../core/unreported/store.ts";
import { explainedSms } from "../../core/payouts/debits.ts";
import { loadDisburseRow } from "./queries.ts";
import { lastAttempt, lockAttempt, lockDisburse, type Disburse } from "../../core/payouts/store.ts";
import { alertAbout, bookPayout, change, changedEvent, timeline } from "../../core/payouts/writing.ts";
import { eventActorOf } from "../../core/timeline.ts";

/** The debit that stood unexplained is the payout's: its money takes the place of what was in transit. The wallet had it already. */
async function prove(ctx: UserCtx, tx: Tx, order: Disburse, { movement, proof }: Correction): Promise<void> {
  if (proof === null) return;
  const { app } = ctx;
  await bookPayout(app, tx, order.id, saidWasReported(waitingMoney(movement, proof), movement), ctx.emit);
  await explainedSms(app, tx, proof, { disburseId: order.id, by: eventActorOf(ctx), reason: "corrected_by_hand" }, ctx.emit);
  await endReported(tx, movement, proof.id);
  await resolveAlerts(app, tx, { kinds: ["disburse_differs"], object: { type: "disburse", id: order.id } }, ctx.actor.id);
}

/** The order's own row and its attempt's, while the movement is still open. With the proof comes the cost, and a dispute of what had been said ends. */
async function write(ctx: UserCtx, tx: Tx, order: Disburse, { trx, proof }: Correction): Promise<Disburse> {
  const cost = proof === null ? {} : { cost: proof.feeMinor ?? 0n, disputed_at: null };
  const now = await change(tx, order, { account: ctx.actor.account, columns: { trx_id: trx.id, trx_key: trx.key, ...cost } });
  await tx.run("update disburse_attempts set trx_id = $2, cost = coalesce($3, cost) where disburse_id = $1 and status = 'completed'", [
    order.id,
    trx.id,
    proof === null ? null : (proof.feeMinor ?? 0n),
  ]);
  ctx.emit(changedEvent(now));
  return now;
}

/** What a person may pass over, and others should know: a cost that was said otherwise, another payee than the order's (a number can be ported). */
async function tellDifferences(ctx: UserCtx, tx: Tx, order: Disburse, proof: NamedSms): Promise<string | null> {
  const { app } = ctx;
  const data = { trx_id: proof.trxId, sms_id: app.publicIds.encode("sms", proof.id), source: "person" };
  const payee = samePayer(proof.counterparty, order.customer) === false;
  const cost = order.costMinor !== null && proof.feeMinor !== null && order.costMinor !== proof.feeMinor;
  const why = payee ? "payee_differs" : cost ? "cost_differs" : null;
  if (why !== null) await alertAbout(app, tx, "disburse_differs", order, { ...data, why, amount: formatAmount(order.amountMinor) });
  return why;
}

/**
 * Moves the claim, and lets an unexplained debit prove the payout where one has the TrxID (see `core/unreported/claims.ts`).
 *
 * The merchant is not notified, as it is not when the message itself corrects a TrxID: a notification tells of a status, which
 * stays `completed` with the same amount and fee, and one more `disburse.completed` could be taken for one more payout. It
 * reads the TrxID of now with the order, and "Notify again" sends it where a merchant wants to be told.
 * Refuses not_found, conflict, wrong_state, forbidden, trx_used, trx_mismatch, validation_failed; waits where a checker is needed
 */
export async function correctDisburse(ctx: UserCtx, publicId: string, input: z.output<typeof disburseCorrect>): Promise<Answer<DisburseRow>> {
  const { app } = ctx;
  const trx = readTrx("trx_id", input.trx_id);
  if (trx instanceof Refused) return trx;
  const id = app.publicIds.decode("disburse", publicId);
  return ctx.tx(async (tx) => {
    if (id === null) return new Refused("not_found");
    const locked = await lockClaims(tx, { type: "disburse", id, trx });
    const last = await lastAttempt(tx, locked.about.id);
    if (last !== null) await lockAttempt(tx, last);
    const order = await lockDisburse(tx, id, { version: input.version });
    if (order instanceof Refused) return order;
    const correction = await planCorrection(app, tx, locked, order);
    if (correction instanceof Refused) return correction;
    const { from, proof } = correction;
    const waiting = await permitCorrection(ctx, tx, { type: "disburse", id: order.id, version: order.version }, correction, input);
    if (waiting) return waiting;
    const said = saidOf(ctx, correction, input.reason);
    const lost = await moveClaim(tx, correction);
    if (lost) return lost;
    const now = await write(ctx, tx, order, correction);
    await prove(ctx, tx, order, correction);
    const differs = proof === null ? null : await tellDifferences(ctx, tx, order, proof);
    await timeline(app, tx, now.id, "corrected", { ...said, differs }, eventActorOf(ctx));
    if (from !== null) await noteLost(ctx, tx, from, { trx_id: trx.id, reason: input.reason, to: publicId });
    await auditAct(ctx, tx, "disburses.correct", order.id, { note: input.reason, sms_id: said.sms_id, object: said.from });
    return loadDisburseRow(app, tx, order.id, ctx.actor);
  });
}
