/** POST /v1/payments/{id}/trx: the payer's TrxID; matches at once if the message is there (decision 2). */
import type { MerchantPayment } from "../../contract/payments.schema.ts";
import { trxKey } from "../../domain/messages/index.ts";
import { samePayer } from "../../domain/matching.ts";
import type { App, MerchantCtx, OutgoingEvent } from "../context.ts";
import { idTime } from "../db/ids.ts";
import type { Tx } from "../db/pool.ts";
import { Booker } from "../intake/booker.ts";
import { lockOrder, lockSms, openOnly } from "../intake/lock-order.ts";
import { applyBooker, settleByHand } from "../intake/settle-by-hand.ts";
import type { OpenOrder } from "../intake/settle-read.ts";
import { refuse, refuseField } from "../refusal.ts";
import { loadMerchantPayment } from "./orders.ts";

const MAX_SUBMISSIONS = 5;

async function record(tx: Tx, order: OpenOrder, key: string, trxId: string): Promise<void> {
  if (order.trxKeys.includes(key)) return;
  const count = await tx.one<{ count: number }>("select count(*)::int as count from order_trx where payment_id = $1", [order.id]);
  if ((count?.count ?? 0) >= MAX_SUBMISSIONS) refuse("too_many_trx");
  const used = await tx.one<{ object_id: bigint }>("select object_id from trx_used where operator = $1 and trx_key = $2 and direction = 'credit'", [
    order.operator,
    key,
  ]);
  if (used) refuse("trx_used", { fields: { trx_id: "taken" } });
  const added = await tx.run("insert into order_trx (payment_id, operator, trx_key, trx_id) values ($1, $2, $3, $4) on conflict do nothing", [
    order.id,
    order.operator,
    key,
    trxId,
  ]);
  // A TrxID hangs on one open order only; whose, is nobody's business.
  if (added === 0) refuse("trx_used", { fields: { trx_id: "taken" } });
}

/** Money first, order later: a message that already waits is used when wallet, amount and payer agree, else a person decides. */
async function matchWaiting(app: App, tx: Tx, order: OpenOrder, key: string, emit: (...events: OutgoingEvent[]) => void): Promise<void> {
  const earliest = new Date(idTime(order.id) - app.config.current.early_match_minutes * 60_000);
  const found = await tx.one<{ id: bigint }>(
    `select id from sms where trx_key = $1 and operator = $2 and direction = 'credit' and in_suspense and match_status in ('unmatched', 'review') and payment_id is null and received_at >= $3 order by (wallet_id = $4) desc, id limit 1`,
    [key, order.operator, earliest, order.walletId],
  );
  if (!found) return;
  const place = await tx.one<{ wallet_id: bigint }>("select wallet_id from sms where id = $1", [found.id]);
  const booker = new Booker(app);
  const late = order.status === "expired" && app.now() - order.expiresMs > app.config.current.late_match_hours * 3_600_000;
  if (place?.wallet_id !== order.walletId || late) {
    await booker.review(order, late ? "too_late" : "other_wallet", found.id);
  } else {
    const sms = await lockSms(tx, found.id);
    const reason = sms.amount !== order.amountMinor ? "amount_differs" : samePayer(sms.counterparty, order.customer ?? "") === false ? "payer_differs" : null;
    if (reason === null) await settleByHand(app, tx, booker, order, sms, { account: null, reason: "by_trx" });
    else {
      await booker.review(order, reason, sms.id);
      booker.writes.sms_updates.push({
        id: sms.id,
        version: sms.version,
        match_status: "review",
        payment_id: order.id,
        reasons: [...sms.reasons, reason],
        booked_txn: sms.booked_txn,
        in_suspense: sms.in_suspense,
        held_until: null,
      });
    }
  }
  await applyBooker(app, tx, booker, emit);
}

/** How long after its submission a TrxID is looked up again, in minutes. */
const SUBMITTED_LATELY = 2;

/**
 * Looks again for the messages of TrxIDs that were submitted lately: a message of another wallet that was being settled
 * at the moment of the submission saw no TrxID, and the submission saw no message.
 * @returns how many orders were looked at
 */
export async function matchSubmitted(app: App): Promise<number> {
  const rows = await app.db.rows<{ payment_id: bigint; trx_key: string }>(
    `select distinct t.payment_id, t.trx_key from order_trx t join sms s on s.trx_key = t.trx_key and s.operator = t.operator
     where t.open and t.at > now() - make_interval(mins => $1) and s.direction = 'credit' and s.in_suspense and s.match_status in ('unmatched', 'review') and s.payment_id is null
     order by t.payment_id limit 200`,
    [SUBMITTED_LATELY],
  );
  for (const row of rows) {
    let events: OutgoingEvent[] = [];
    await app.db.tx(async (tx) => {
      events = [];
      const order = await lockOrder(tx, row.payment_id);
      if (order.status !== "pending" && order.status !== "expired") return;
      await matchWaiting(app, tx, openOnly(order), row.trx_key, (...more) => events.push(...more));
    });
    if (events.length > 0) app.events.publish(events);
    app.wakeOutbox();
  }
  return rows.length;
}

/** Takes the TrxID and answers the order as it stands then. */
export async function submitTrx(ctx: MerchantCtx, publicId: string, trxId: string): Promise<MerchantPayment> {
  const key = trxKey(trxId);
  if (!/^[0-9A-Z.-]{4,40}$/.test(key)) refuseField("trx_id");
  return ctx.tx(async (tx) => {
    const locked = await lockOrder(tx, ctx.app.publicIds.decode("payment", publicId), { merchantId: ctx.actor.merchantId });
    if (locked.status === "completed") {
      const same = await tx.one<{ same: boolean }>("select trx_key = $2 as same from payments where id = $1", [locked.id, key]);
      if (!same?.same) refuse("wrong_state", { details: { status: locked.status } });
      return loadMerchantPayment(ctx.app, tx, ctx.actor.merchantId, locked.id);
    }
    const order = openOnly(locked);
    await record(tx, order, key, trxId);
    await matchWaiting(ctx.app, tx, order, key, (...events) => ctx.emit(...events));
    return loadMerchantPayment(ctx.app, tx, ctx.actor.merchantId, order.id);
  });
}
