/** Re-check: match a payment again against all messages that wait on its wallet. */
import type { PaymentRow } from "../../../contract/payments.schema.ts";
import { decide } from "../../../domain/payments/matching.ts";
import { Refused } from "../../platform/refusal.ts";
import { doneOf, type Answer } from "../../platform/answer.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Poster } from "../../core/posting/poster.ts";
import { candidatesFor, matchable, matchPolicy } from "../../core/posting/claims.ts";
import { lockOrder, lockSms, openOnly, SMS_COLUMNS, type LockedSms } from "../../core/posting/lock-order.ts";
import { applyPosting, matchByHand } from "../../core/posting/by-hand.ts";
import { takenBackSql } from "../../core/posting/came-back.ts";
import { matchesByRule } from "../../core/posting/usable.ts";
import type { OpenOrder } from "../../core/posting/opened.ts";
import { visitSession } from "../../core/operators/sessions.ts";
import { noteActed } from "../../core/staff/acted.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { eventActorOf } from "../../core/timeline.ts";
import { loadPaymentRow } from "./queries.ts";

/** Messages in suspense that came in since shortly before the order. */
async function waitingMessages(tx: Tx, order: OpenOrder, earlyMinutes: number): Promise<LockedSms[]> {
  return tx.rows(
    `select ${SMS_COLUMNS} from sms s
     where s.match_status in ('unmatched', 'review') and s.in_suspense and s.operator = $1 and (s.wallet_id = $2 or s.trx_key = any ($3)) and s.received_at >= $4 and not ${takenBackSql("s")} order by s.id limit 500`,
    [order.operator, order.walletId, order.trxKeys, new Date(idTime(order.id) - earlyMinutes * 60_000)],
  );
}

/** Whether the rules of automatic matching would give the order this message, beside the order that it waits with. */
async function fits(app: App, tx: Tx, order: OpenOrder, sms: LockedSms): Promise<boolean> {
  if (!(await matchesByRule(app, sms)) || sms.trx_key === null) return false;
  // Money that came before the order is matched back by TrxID only.
  if (sms.received_at.getTime() < idTime(order.id) && !order.trxKeys.includes(sms.trx_key)) return false;
  // A person asks: what waits for a decision is looked at like what is still open.
  const open = order.status === "review" ? { ...order, status: "pending" as const } : order;
  const decision = decide(matchable(sms), await candidatesFor(app, tx, open, sms), { ...matchPolicy(app), byAmount: false });
  return decision.kind === "match" && decision.orderId === order.id;
}

/**
 * An official order is completed by its operator's own answer, if it has one.
 * @returns the row when that completed it; null: go on with the messages
 */
async function askOperator(ctx: UserCtx, publicId: string, version: number): Promise<Answer<PaymentRow | null>> {
  const { app } = ctx;
  const id = app.publicIds.decode("payment", publicId);
  if (id === null) return null;
  const before = await loadPaymentRow(app, app.db, id, ctx.actor);
  if (before instanceof Refused) return before;
  if (before.version !== version || !["pending", "review", "expired"].includes(before.status)) return null;
  if ((await visitSession(app, id, false)) !== "completed") return null;
  return ctx.tx(async (tx) => {
    const poster = new Poster(app);
    poster.timeline(id, "rechecked", { official: true, matched: true }, eventActorOf(ctx));
    await applyPosting(app, tx, poster, (...events) => ctx.emit(...events));
    await noteActed(tx, "payments", id, ctx.actor.account);
    // The operator's answer completed it in a transaction of its own.
    await auditAct(
      ctx,
      tx,
      "payments.recheck",
      id,
      {},
      { status: before.status, version, received_amount: null, fee: null, trx_id: before.trx_id, sms_id: null },
    );
    return loadPaymentRow(app, tx, id, ctx.actor);
  });
}

/** Matches when exactly one waiting message fits by the rules of automatic matching; else only the timeline grows. */
export async function recheckPayment(ctx: UserCtx, publicId: string, input: { version: number }): Promise<Answer<PaymentRow>> {
  const { app } = ctx;
  const asked = await askOperator(ctx, publicId, input.version);
  if (asked !== null) return asked;
  return ctx.tx(async (tx) => {
    const order = openOnly(await lockOrder(tx, app.publicIds.decode("payment", publicId), { version: input.version }));
    if (order instanceof Refused) return order;
    const found = await waitingMessages(tx, order, app.config.current.early_match_minutes);
    const fitting: LockedSms[] = [];
    for (const sms of found) if (await fits(app, tx, order, sms)) fitting.push(sms);
    const poster = new Poster(app);
    const [only] = fitting;
    const matched = fitting.length === 1 && only !== undefined;
    if (matched)
      await matchByHand(app, tx, poster, order, doneOf(await lockSms(tx, only.id)), { account: ctx.actor.account, reason: "rechecked", event: "complete" });
    poster.timeline(order.id, "rechecked", { looked_at: found.length, fitting: fitting.length, matched }, eventActorOf(ctx));
    await applyPosting(app, tx, poster, (...events) => ctx.emit(...events));
    await noteActed(tx, "payments", order.id, ctx.actor.account);
    await auditAct(ctx, tx, "payments.recheck", order.id);
    return loadPaymentRow(app, tx, order.id, ctx.actor);
  });
}
