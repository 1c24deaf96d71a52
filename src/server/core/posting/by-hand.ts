/** Matching an order with a stored message by a person's decision: the same guards as automatic matching. */
import type { App } from "../../platform/context.ts";
import { violated, type Tx } from "../../platform/db/pool.ts";
import { orRefuse, refuse } from "../../platform/refusal.ts";
import { writePlainly } from "./plain/write.ts";
import { completeOrder, type Completion } from "./payment-events.ts";
import type { Poster } from "./poster.ts";
import type { LockedSms } from "./lock-order.ts";
import type { OpenOrder } from "./opened.ts";
import { noLongerWaiting } from "./outcomes.ts";
import { checkUsable, PUT_ASIDE } from "./usable.ts";
import { sourceOf, continueFrom } from "./stored-message.ts";

/**
 * Completes the order with the message: from suspense when it was booked there, from the wallet when it was not booked
 * yet (a message whose balance did not follow on and that a person now believes).
 */
export async function matchByHand(
  app: App,
  tx: Tx,
  poster: Poster,
  order: OpenOrder,
  sms: LockedSms,
  by: { account: string | null; reason: string; event: Completion["event"] },
): Promise<void> {
  orRefuse(await checkUsable(app, tx, order, sms));
  const amount = sms.amount as bigint;
  const txn = await completeOrder(poster, order, {
    event: by.event,
    amountMinor: amount,
    trxId: sms.trx_id as string,
    trxKey: sms.trx_key as string,
    messageId: sms.id,
    walletId: sms.wallet_id,
    source: sourceOf(sms),
    account: by.account,
  });
  if (sms.booked_txn === null) poster.writes.bookings.push({ wallet_id: sms.wallet_id, kind: sms.kind, trx_key: sms.trx_key, sms_id: sms.id });
  poster.writes.sms_updates.push({
    id: sms.id,
    version: sms.version,
    match_status: "matched",
    payment_id: order.id,
    reasons: [...noLongerWaiting(sms.reasons).filter((reason) => reason !== PUT_ASIDE), by.reason],
    booked_txn: sms.booked_txn ?? txn,
    in_suspense: false,
    held_until: null,
  });
  if (sms.booked_txn === null) await continueFrom(app, tx, sms);
  poster.events.push({ kind: "sms", objectId: sms.id, version: sms.version + 1, change: "changed", merchantId: null });
}

/** Applies a poster inside a verb's transaction and hands its events to the call. */
export async function applyPosting(_app: App, tx: Tx, poster: Poster, emit: (...events: Poster["events"]) => void): Promise<void> {
  try {
    await writePlainly(tx, await poster.finished());
  } catch (error) {
    // Another order, on another wallet's lock, was faster with the same TrxID.
    const lost = violated(error);
    if (lost === "trx_used_pkey" || lost === "sms_bookings_pkey") refuse("trx_used");
    throw error;
  }
  emit(...poster.events);
}
