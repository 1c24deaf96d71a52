/** Re-check: match a payment again against all messages that wait on its wallet. */
import type { PaymentRow } from "../../contract/payments.schema.ts";
import { decide, type Candidate } from "../../domain/matching.ts";
import type { UserCtx } from "../context.ts";
import { idTime } from "../db/ids.ts";
import type { Tx } from "../db/pool.ts";
import { Booker } from "../intake/booker.ts";
import { lockOrder, lockSms, openOnly, type LockedSms } from "../intake/lock-order.ts";
import { applyBooker, settleByHand } from "../intake/settle-by-hand.ts";
import type { OpenOrder } from "../intake/settle-read.ts";
import { visitSession } from "../operators/sessions.ts";
import { noteActed } from "../people/acted.ts";
import { auditAct } from "../people/audited.ts";
import { loadPaymentRow } from "./queries.ts";

function candidate(order: OpenOrder, reference: string | null, names: readonly string[]): Candidate {
  return {
    id: order.id,
    walletId: order.walletId,
    amountMinor: order.amountMinor,
    payer: order.customer ?? "",
    status: order.status === "review" ? "pending" : order.status,
    createdMs: idTime(order.id),
    expiresMs: order.expiresMs,
    trxKeys: order.trxKeys,
    namedByReference: reference !== null && names.includes(reference.trim()),
  };
}

/** Messages in suspense that came in since shortly before the order. */
async function waitingMessages(tx: Tx, order: OpenOrder, earlyMinutes: number): Promise<(LockedSms & { received_at: Date; operator_time: Date | null })[]> {
  return tx.rows(
    `select s.id, s.wallet_id, s.operator, s.kind, s.direction, s.amount, s.fee, s.commission, s.extra, s.balance, s.trx_id, s.trx_key, s.counterparty, s.reference, s.match_status, s.payment_id, s.booked_txn, s.in_suspense, s.version, s.reasons, s.text, s.sender, s.origin, s.received_at, s.operator_time
     from sms s where s.match_status in ('unmatched', 'review') and s.in_suspense and s.operator = $1 and (s.wallet_id = $2 or s.trx_key = any ($3)) and s.received_at >= $4 order by s.id limit 500`,
    [order.operator, order.walletId, order.trxKeys, new Date(idTime(order.id) - earlyMinutes * 60_000)],
  );
}

/**
 * An official order is settled by its operator's own answer, if it has one.
 * @returns the row when that settled it; null: go on with the messages
 */
async function askOperator(ctx: UserCtx, publicId: string, version: number): Promise<PaymentRow | null> {
  const { app } = ctx;
  const id = app.publicIds.decode("payment", publicId);
  if (id === null) return null;
  const before = await loadPaymentRow(app, app.db, id, ctx.actor);
  if (before.version !== version || !["pending", "review", "expired"].includes(before.status)) return null;
  if ((await visitSession(app, id, false)) !== "settled") return null;
  return ctx.tx(async (tx) => {
    const booker = new Booker(app);
    booker.timeline(id, "rechecked", { official: true, settled: true }, { type: "user", id: ctx.actor.id, account: ctx.actor.account });
    await applyBooker(app, tx, booker, (...events) => ctx.emit(...events));
    await noteActed(tx, "payments", id, ctx.actor.account);
    // The operator's answer settled it in a transaction of its own.
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

/** Settles when exactly one waiting message fits by the rules of automatic matching; else only the timeline grows. */
export async function recheckPayment(ctx: UserCtx, publicId: string, input: { version: number }): Promise<PaymentRow> {
  const { app } = ctx;
  const asked = await askOperator(ctx, publicId, input.version);
  if (asked !== null) return asked;
  return ctx.tx(async (tx) => {
    const order = openOnly(await lockOrder(tx, app.publicIds.decode("payment", publicId), { version: input.version }));
    const names = [order.merchantOrderId, app.publicIds.encode("payment", order.id)];
    const policy = { lateMs: app.config.current.late_match_hours * 3_600_000, byAmount: false };
    const found = await waitingMessages(tx, order, app.config.current.early_match_minutes);
    const fitting = found.filter((sms) => {
      if (sms.amount === null || sms.trx_key === null || (sms.payment_id !== null && sms.payment_id !== order.id)) return false;
      // Money that came before the order is matched back by TrxID only.
      const early = sms.received_at.getTime() < idTime(order.id);
      if (early && !order.trxKeys.includes(sms.trx_key)) return false;
      const message = {
        walletId: sms.wallet_id,
        amountMinor: sms.amount,
        trxKey: sms.trx_key,
        counterparty: sms.counterparty,
        reference: sms.reference,
        atMs: sms.received_at.getTime(),
        paidMs: (sms.operator_time ?? sms.received_at).getTime(),
      };
      return decide(message, [candidate(order, sms.reference, names)], policy).kind === "settle";
    });
    const booker = new Booker(app);
    const [only] = fitting;
    const settled = fitting.length === 1 && only !== undefined;
    if (settled) await settleByHand(app, tx, booker, order, await lockSms(tx, only.id), { account: ctx.actor.account, reason: "rechecked" });
    booker.timeline(
      order.id,
      "rechecked",
      { looked_at: found.length, fitting: fitting.length, settled },
      { type: "user", id: ctx.actor.id, account: ctx.actor.account },
    );
    await applyBooker(app, tx, booker, (...events) => ctx.emit(...events));
    await noteActed(tx, "payments", order.id, ctx.actor.account);
    await auditAct(ctx, tx, "payments.recheck", order.id);
    return loadPaymentRow(app, tx, order.id, ctx.actor);
  });
}
