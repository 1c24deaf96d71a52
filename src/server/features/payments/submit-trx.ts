/** POST /v1/payments/{id}/trx: the payer's TrxID; matches at once if the message is there (rule 2). */
import type { MerchantPayment } from "../../../contract/payments.schema.ts";
import { decide } from "../../../domain/payments/matching.ts";
import { doneOf, type Answer } from "../../platform/answer.ts";
import type { App, MerchantCtx, OutgoingEvent } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { reviewOrder } from "../../core/posting/payment-events.ts";
import { Poster } from "../../core/posting/poster.ts";
import { candidatesFor, matchable, matchPolicy, tellLostClaims } from "../../core/posting/claims.ts";
import { lockOrder, lockSms, openOnly, SMS_COLUMNS, type LockedSms } from "../../core/posting/lock-order.ts";
import { applyPosting, matchByHand } from "../../core/posting/by-hand.ts";
import type { OpenOrder } from "../../core/posting/opened.ts";
import { takenBackSql } from "../../core/posting/came-back.ts";
import { matchesByRule } from "../../core/posting/usable.ts";
import { Refused } from "../../platform/refusal.ts";
import { readTrx } from "../../core/orders/trx-id.ts";
import { keepClaim } from "./keep-claim.ts";
import { loadMerchantPayment } from "./orders.ts";

/** What else is told to the order when the message stays with another one. */
type WhenLost = "tell" | "silent";

/**
 * Money first, order later: a message that waits is decided as if it came now, between this order and the one that it waits
 * with, if any. Where this one's claim fits, it takes the money; the other lets go of it by itself (`release-claims`).
 */
async function matchWaiting(
  app: App,
  tx: Tx,
  claiming: OpenOrder,
  claim: { readonly key: string; readonly whenLost: WhenLost },
  emit: (...events: OutgoingEvent[]) => void,
): Promise<void> {
  const order = claiming.trxKeys.includes(claim.key) ? claiming : { ...claiming, trxKeys: [...claiming.trxKeys, claim.key] };
  const earliest = new Date(idTime(order.id) - app.config.current.early_match_minutes * 60_000);
  const found = await tx.one<LockedSms>(
    `select ${SMS_COLUMNS} from sms where trx_key = $1 and operator = $2 and direction = 'credit' and in_suspense and match_status in ('unmatched', 'review') and received_at >= $3
       and not ${takenBackSql("sms")}
     order by (wallet_id = $4) desc, id limit 1`,
    [claim.key, order.operator, earliest, order.walletId],
  );
  if (!found) return;
  // Another wallet's messages are under another wallet's lock: nothing of them is changed here.
  const sms = found.wallet_id === order.walletId ? doneOf(await lockSms(tx, found.id)) : found;
  if (!(await matchesByRule(app, sms))) return;
  const message = { ...matchable(sms), atMs: app.now() };
  const decision = decide(message, await candidatesFor(app, tx, order, sms), { ...matchPolicy(app), byAmount: false });
  const poster = new Poster(app);
  if (decision.kind === "match" && decision.orderId === order.id)
    await matchByHand(app, tx, poster, order, sms, { account: null, reason: "by_trx", event: "match" });
  else if (decision.kind === "review" && decision.orderId === order.id && (sms.payment_id === null || sms.payment_id === order.id))
    await waitForPerson(poster, order, sms, decision.reason);
  else if (claim.whenLost === "silent") return;
  else await tellLostClaims(app, poster, { smsId: sms.id, trxId: sms.trx_id ?? "", message }, [order], { kind: "none", reason: "no_order" });
  await applyPosting(app, tx, poster, emit);
}

/** Nothing but this claim explains the money, and it does not fit: a person decides, with both before him. */
async function waitForPerson(poster: Poster, order: OpenOrder, sms: LockedSms, reason: string): Promise<void> {
  await reviewOrder(poster, order, reason, sms.id);
  if (sms.wallet_id !== order.walletId || sms.payment_id === order.id) return;
  poster.writes.sms_updates.push({
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

/** How long after its submission a TrxID is looked up again, in minutes. */
const SUBMITTED_LATELY = 2;

/**
 * Looks again for the messages of TrxIDs that were submitted lately: a message of another wallet that was being matched
 * at the moment of the submission saw no TrxID, and the submission saw no message.
 * @returns how many orders were looked at
 */
export async function matchSubmitted(app: App): Promise<number> {
  const rows = await app.db.rows<{ payment_id: bigint; trx_key: string }>(
    `select distinct t.payment_id, t.trx_key from order_trx t join sms s on s.trx_key = t.trx_key and s.operator = t.operator
     where t.open and t.at > now() - make_interval(mins => $1) and s.direction = 'credit' and s.in_suspense and s.match_status in ('unmatched', 'review')
       and not ${takenBackSql("s")}
       and (s.payment_id is null or (s.payment_id <> t.payment_id and exists (select 1 from payments p where p.id = t.payment_id and p.wallet_id = s.wallet_id and p.amount = s.amount)))
     order by t.payment_id limit 200`,
    [SUBMITTED_LATELY],
  );
  for (const row of rows) {
    let events: OutgoingEvent[] = [];
    await app.db.tx(async (tx) => {
      events = [];
      const order = openOnly(await lockOrder(tx, row.payment_id), ["pending", "expired"]);
      if (order instanceof Refused) return;
      await matchWaiting(app, tx, order, { key: row.trx_key, whenLost: "silent" }, (...more) => events.push(...more));
    });
    if (events.length > 0) app.events.publish(events);
    app.wakeOutbox();
  }
  return rows.length;
}

/** Takes the TrxID and answers the order as it stands then. */
export async function submitTrx(ctx: MerchantCtx, publicId: string, trxId: string): Promise<Answer<MerchantPayment>> {
  const trx = readTrx("trx_id", trxId);
  if (trx instanceof Refused) return trx;
  return ctx.tx(async (tx) => {
    const locked = await lockOrder(tx, ctx.app.publicIds.decode("payment", publicId), { merchantId: ctx.actor.merchantId });
    if (locked instanceof Refused) return locked;
    if (locked.status === "completed") {
      const same = await tx.one<{ same: boolean }>("select trx_key = $2 as same from payments where id = $1", [locked.id, trx.key]);
      if (!same?.same) return new Refused("wrong_state", { details: { status: locked.status } });
      return loadMerchantPayment(ctx.app, tx, ctx.actor.merchantId, locked.id);
    }
    const order = openOnly(locked);
    if (order instanceof Refused) return order;
    const unkept = await keepClaim(tx, order, trx.key, trxId);
    if (unkept) return unkept;
    await matchWaiting(ctx.app, tx, order, { key: trx.key, whenLost: "tell" }, (...events) => ctx.emit(...events));
    return loadMerchantPayment(ctx.app, tx, ctx.actor.merchantId, order.id);
  });
}
