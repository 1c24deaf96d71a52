/** Settling an order with a stored message by a person's decision: the same guards as automatic matching. */
import { KIND_EFFECTS } from "../../domain/postings.ts";
import type { SmsKind } from "../../contract/sms.ts";
import type { App } from "../context.ts";
import { violated, type Tx } from "../db/pool.ts";
import { refuse, refuseField } from "../refusal.ts";
import { Booker } from "./booker.ts";
import type { LockedSms } from "./lock-order.ts";
import type { OpenOrder } from "./settle-read.ts";

/** What of a message says whether it can settle an order. */
export type SettlingMessage = Pick<
  LockedSms,
  "wallet_id" | "operator" | "kind" | "amount" | "trx_id" | "trx_key" | "counterparty" | "reference" | "match_status" | "payment_id" | "in_suspense"
>;

/** Match statuses whose message may still settle an order; one that was put aside may while its money waits in suspense. */
const USABLE = new Set(["unmatched", "review", "held"]);
/** As {@link unusable} has it, for statements that look for messages; the kind is judged there only. */
export const MESSAGE_CAN_SETTLE =
  "direction = 'credit' and amount > 0 and trx_key is not null and (match_status in ('unmatched', 'review', 'held') or (match_status = 'ignored' and in_suspense))";

/** Why a message can settle no order at all: it is none of money that came in, has been used or put aside, or has no TrxID. Null: it can. */
export function unusable(sms: SettlingMessage): "kind" | "state" | "trx" | null {
  // The column holds kinds of the parser's union.
  if (KIND_EFFECTS[sms.kind as SmsKind] !== "collects" || sms.amount === null || sms.amount <= 0n) return "kind";
  if (!USABLE.has(sms.match_status) && !(sms.match_status === "ignored" && sms.in_suspense)) return "state";
  return sms.trx_key === null || sms.trx_id === null ? "trx" : null;
}

/** A message of another wallet settles an order only where the order itself claims its TrxID: the payer used another of our numbers. */
export function onItsWallet(
  order: { readonly walletId: bigint; readonly operator: string; readonly trxKeys: readonly string[] },
  sms: SettlingMessage,
): boolean {
  if (sms.wallet_id === order.walletId) return true;
  return sms.operator === order.operator && sms.trx_key !== null && order.trxKeys.includes(sms.trx_key);
}

/**
 * Checks that a message can settle an order at all: money came in, on the order's wallet, with a TrxID that settled nothing.
 * That it waits with another order stands against nothing: a claim is evidence and can be moved, and the other lets go of it.
 * @throws Refusal trx_used, trx_mismatch, wrong_state, validation_failed
 */
export async function checkUsable(tx: Tx, order: OpenOrder, sms: LockedSms): Promise<void> {
  const why = unusable(sms);
  if (why === "kind") refuseField("message_id");
  if (sms.match_status === "matched" && sms.payment_id !== null && sms.payment_id !== order.id) refuse("trx_mismatch", { fields: { message_id: "taken" } });
  if (why === "state") refuse("wrong_state", { details: { match_status: sms.match_status } });
  if (why === "trx") refuse("validation_failed", { fields: { message_id: "mismatch" } });
  if (!onItsWallet(order, sms)) refuse("trx_mismatch", { fields: { message_id: "mismatch" }, details: { other_wallet: true } });
  const used = await tx.one<{ object_id: bigint }>("select object_id from trx_used where operator = $1 and trx_key = $2 and direction = 'credit'", [
    order.operator,
    sms.trx_key,
  ]);
  if (used) refuse("trx_used");
}

/**
 * Completes the order with the message: from suspense when it was booked there, from the wallet when it was not booked
 * yet (a message that did not fit the chain and that a person now believes).
 */
export async function settleByHand(
  app: App,
  tx: Tx,
  booker: Booker,
  order: OpenOrder,
  sms: LockedSms,
  by: { account: string | null; reason: string },
): Promise<void> {
  await checkUsable(tx, order, sms);
  const amount = sms.amount as bigint;
  const txn = await booker.complete(order, {
    amountMinor: amount,
    trxId: sms.trx_id as string,
    trxKey: sms.trx_key as string,
    messageId: sms.id,
    walletId: sms.wallet_id,
    source: sms.in_suspense ? "suspense" : "wallet",
    ...(sms.in_suspense ? {} : { operatorFeeMinor: sms.fee ?? 0n, commissionMinor: sms.commission ?? 0n }),
    account: by.account,
  });
  if (sms.booked_txn === null) booker.writes.bookings.push({ w: sms.wallet_id, kind: sms.kind, k: sms.trx_key, s: sms.id });
  booker.writes.sms_updates.push({
    id: sms.id,
    version: sms.version,
    match_status: "matched",
    payment_id: order.id,
    reasons: [...sms.reasons.filter((reason) => reason !== "waits_for_chain" && reason !== "ignored"), by.reason],
    booked_txn: sms.booked_txn ?? txn,
    in_suspense: false,
    held_until: null,
  });
  if (sms.booked_txn === null) await trustChain(tx, sms);
  booker.events.push({ kind: "sms", objectId: sms.id, version: sms.version + 1, change: "changed", merchantId: null });
}

/**
 * A person believes a message that did not fit: the chain goes on from it, and what waited behind it is taken up by the
 * next batch. The caller holds the wallet's chain row.
 */
export async function trustChain(tx: Tx, sms: LockedSms): Promise<void> {
  if (sms.balance === null) return;
  await tx.run("update wallet_chain set balance = $2, last_sms_id = $3, real_balance = $2, real_balance_at = now() where wallet_id = $1", [
    sms.wallet_id,
    sms.balance,
    sms.id,
  ]);
  await tx.run("update wallet_gaps set closed_at = now(), closed_by = 'a person' where wallet_id = $1 and after_sms_id = $2 and closed_at is null", [
    sms.wallet_id,
    sms.id,
  ]);
  await tx.run(
    "update sms set match_status = 'held', held_until = now(), version = version + 1 where wallet_id = $1 and id <> $2 and (match_status = 'held' or (match_status = 'review' and booked_txn is null))",
    [sms.wallet_id, sms.id],
  );
}

/** Applies a booker inside a verb's transaction and hands its events to the call. */
export async function applyBooker(_app: App, tx: Tx, booker: Booker, emit: (...events: Booker["events"]) => void): Promise<void> {
  try {
    await booker.apply(tx);
  } catch (error) {
    // Another order, on another wallet's lock, was faster with the same TrxID.
    const lost = violated(error);
    if (lost === "trx_used_pkey" || lost === "sms_bookings_pkey") refuse("trx_used");
    throw error;
  }
  emit(...booker.events);
}
