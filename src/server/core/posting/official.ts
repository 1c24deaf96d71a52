/** Matching an order with its operator's own answer: the same guards and the same posting as a message. */
import { formatAmount } from "../../../contract/money.ts";
import { trxKey } from "../../../domain/messages/index.ts";
import { doneOf } from "../../platform/answer.ts";
import { Refused } from "../../platform/refusal.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { trxUse } from "../orders/trx-id.ts";
import { completeOrder } from "./payment-events.ts";
import { Poster } from "./poster.ts";
import { lockOrder, lockSms, openOnly, type LockedOrder, type LockedSms } from "./lock-order.ts";
import type { OpenOrder } from "./opened.ts";
import { sayMovement } from "../unreported/store.ts";
import { applyPosting, matchByHand } from "./by-hand.ts";
import { checkUsable, refusedCredit, UNEXPLAINED_MESSAGE } from "./usable.ts";
import { type OfficialMoney, type OfficialOutcome, waits } from "./official-waits.ts";

async function messageOf(tx: Tx, order: LockedOrder, key: string): Promise<LockedSms | null> {
  const found = await tx.one<{ id: bigint }>(
    `select id from sms where trx_key = $1 and operator = $2 and wallet_id = $3 and direction = 'credit' and ${UNEXPLAINED_MESSAGE} order by in_suspense desc, id limit 1`,
    [key, order.operator, order.walletId],
  );
  return found ? doneOf(await lockSms(tx, found.id)) : null;
}

/**
 * Applies the answer once, however often and by whomever it is brought.
 * @param emit receives the live events, to be sent after the commit
 */
export async function postOfficial(app: App, tx: Tx, money: OfficialMoney, emit: (...events: Poster["events"]) => void): Promise<OfficialOutcome> {
  const order = doneOf(await lockOrder(tx, money.paymentId));
  const key = trxKey(money.trxId);
  const used = await trxUse(tx, order.operator, key, "credit");
  const poster = new Poster(app);
  if (used) {
    if (used.type === "payment" && used.id === order.id) return "already";
    poster.alert("trx_repeated", "payment", order.id, money.amountMinor, { trx_id: money.trxId, official: true });
    await applyPosting(app, tx, poster, emit);
    return "elsewhere";
  }
  const sms = await messageOf(tx, order, key);
  const open = openOnly(order);
  const outcome =
    open instanceof Refused || money.amountMinor !== order.amountMinor
      ? await waits(app, tx, poster, order, sms, { ...money, key })
      : await complete(app, tx, poster, open, sms, { ...money, key });
  poster.timeline(order.id, outcome === "completed" ? "official_confirmed" : "official_waits", {
    trx_id: money.trxId,
    amount: formatAmount(money.amountMinor),
  });
  await applyPosting(app, tx, poster, emit);
  return outcome;
}

async function complete(
  app: App,
  tx: Tx,
  poster: Poster,
  order: OpenOrder,
  sms: LockedSms | null,
  money: OfficialMoney & { key: string },
): Promise<OfficialOutcome> {
  if (sms && sms.amount === money.amountMinor && (await checkUsable(app, tx, order, sms)) === null) {
    await matchByHand(app, tx, poster, order, sms, { account: null, reason: "official_answer", event: "match" });
    return "completed";
  }
  // A message with this TrxID and another amount stands in the books already: a person has to look.
  if (sms) return waits(app, tx, poster, order, sms, money);
  const credit = { walletId: order.walletId, trxKey: money.key, counterparty: money.payer };
  if ((await refusedCredit(app, tx, credit, "trx_id")) !== null) return waits(app, tx, poster, order, null, money);
  const source = await sayMovement(app, tx, {
    walletId: order.walletId,
    direction: "credit",
    amountMinor: money.amountMinor,
    expectedCostMinor: 0n,
    object: { type: "payment", id: order.id },
    source: "operator",
    trx: { id: money.trxId, key: money.key },
    counterparty: money.payer ?? order.customer,
  });
  await completeOrder(poster, order, {
    event: "match",
    amountMinor: money.amountMinor,
    trxId: money.trxId,
    trxKey: money.key,
    messageId: null,
    walletId: order.walletId,
    source,
  });
  return "completed";
}
