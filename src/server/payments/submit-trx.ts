/** POST /v1/payments/{id}/trx: the payer's TrxID; matches at once if the message is there (decision 2). */
import type { MerchantPayment } from "../../contract/payments.schema.ts";
import { trxKey } from "../../domain/messages/index.ts";
import { samePayer } from "../../domain/matching.ts";
import type { MerchantCtx } from "../context.ts";
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
async function matchWaiting(ctx: MerchantCtx, tx: Tx, order: OpenOrder, key: string): Promise<void> {
  const { app } = ctx;
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
  await applyBooker(app, tx, booker, (...events) => ctx.emit(...events));
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
    await matchWaiting(ctx, tx, order, key);
    return loadMerchantPayment(ctx.app, tx, ctx.actor.merchantId, order.id);
  });
}
