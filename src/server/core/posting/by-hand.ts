/** Matching an order with a stored message by a person's decision: the same guards as automatic matching. */
import { effectOf } from "../../../domain/ledger/message-kinds.ts";
import type { SmsKind } from "../../../contract/sms.ts";
import type { App } from "../../platform/context.ts";
import { violated, type Tx } from "../../platform/db/pool.ts";
import type { MoneySource } from "../../../domain/ledger/postings.ts";
import { orRefuse, refuse, Refused, refusedField } from "../../platform/refusal.ts";
import { trxUse } from "../orders/trx-id.ts";
import { writePlainly } from "./plain/write.ts";
import { completeOrder, type Completion } from "./payment-events.ts";
import type { Poster } from "./poster.ts";
import type { LockedSms } from "./lock-order.ts";
import { deltaOf } from "./continuity.ts";
import { reportedMoney } from "./facts.ts";
import type { OpenOrder } from "./opened.ts";

/** What of a message says whether an order can be matched with it. */
export type MatchableMessage = Pick<
  LockedSms,
  | "wallet_id"
  | "operator"
  | "kind"
  | "direction"
  | "amount"
  | "extra"
  | "trx_id"
  | "trx_key"
  | "counterparty"
  | "reference"
  | "match_status"
  | "payment_id"
  | "in_suspense"
>;

/** Match statuses whose message may still be matched; one that was put aside may while its money waits in suspense. */
const USABLE = new Set(["unmatched", "review", "held"]);
/** As {@link unusable} has it, for statements that look for messages; the kind is judged there only. */
export const MESSAGE_CAN_MATCH =
  "direction = 'credit' and amount > 0 and coalesce(extra, 0) = 0 and trx_key is not null and (match_status in ('unmatched', 'review', 'held') or (match_status = 'ignored' and in_suspense))";

/** Why a message can be matched with no order at all: it is none of money that came in, has been used or put aside, or has no TrxID. Null: it can. */
export function unusable(sms: MatchableMessage): "kind" | "state" | "trx" | null {
  // The column holds kinds of the parser's union.
  if (effectOf(sms.kind as SmsKind, sms.direction) !== "collects" || sms.amount === null || sms.amount <= 0n || (sms.extra ?? 0n) !== 0n) return "kind";
  if (!USABLE.has(sms.match_status) && !(sms.match_status === "ignored" && sms.in_suspense)) return "state";
  return sms.trx_key === null || sms.trx_id === null ? "trx" : null;
}

/** A message of another wallet is matched with an order only where the order itself claims its TrxID: the payer used another of our numbers. */
export function onItsWallet(
  order: { readonly walletId: bigint; readonly operator: string; readonly trxKeys: readonly string[] },
  sms: MatchableMessage,
): boolean {
  if (sms.wallet_id === order.walletId) return true;
  return sms.operator === order.operator && sms.trx_key !== null && order.trxKeys.includes(sms.trx_key);
}

/**
 * Checks that a message can be matched with the order at all: money came in, on its wallet, with a TrxID that is of nothing else.
 * That it waits with another order stands against nothing: a claim is evidence and can be moved, and the other lets go of it.
 * @returns trx_used, trx_mismatch, wrong_state, validation_failed; null: it can
 */
export async function checkUsable(tx: Tx, order: OpenOrder, sms: LockedSms): Promise<Refused | null> {
  const why = unusable(sms);
  if (why === "kind") return refusedField("message_id");
  if (sms.match_status === "matched" && sms.payment_id !== null && sms.payment_id !== order.id)
    return new Refused("trx_mismatch", { fields: { message_id: "taken" } });
  if (why === "state") return new Refused("wrong_state", { details: { match_status: sms.match_status } });
  if (why === "trx") return new Refused("validation_failed", { fields: { message_id: "mismatch" } });
  if (!onItsWallet(order, sms)) return new Refused("trx_mismatch", { fields: { message_id: "mismatch" }, details: { other_wallet: true } });
  return (await trxUse(tx, order.operator, sms.trx_key, "credit")) ? new Refused("trx_used") : null;
}

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
  orRefuse(await checkUsable(tx, order, sms));
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
    reasons: [...sms.reasons.filter((reason) => reason !== "waits_for_chain" && reason !== "ignored"), by.reason],
    booked_txn: sms.booked_txn ?? txn,
    in_suspense: false,
    held_until: null,
  });
  if (sms.booked_txn === null) await continueFrom(app, tx, sms);
  poster.events.push({ kind: "sms", objectId: sms.id, version: sms.version + 1, change: "changed", merchantId: null });
}

/** Where a stored message's money is: in suspense, unexplained, or not booked yet; then the wallet moves with it now. */
export function sourceOf(sms: LockedSms): MoneySource {
  const amountMinor = sms.amount ?? 0n;
  if (sms.booked_txn !== null) return { from: sms.direction === "credit" ? "suspense" : "unexplained", operator: sms.operator, amountMinor };
  return reportedMoney(moneyOf(sms), 0n);
}

const moneyOf = (sms: LockedSms) => ({ ...sms, walletId: sms.wallet_id, kind: sms.kind as SmsKind });

/**
 * A person believes a message that did not fit: it is booked, and the continuity goes on from it. What is missing before
 * it stands as a difference between books and operator, until its messages come; what waited behind it is taken up by the
 * next batch. One from before the end of the continuity closes its part of such a difference. The caller holds the wallet's
 * continuity row and books the message.
 */
export async function continueFrom(app: App, tx: Tx, sms: LockedSms): Promise<void> {
  const continuity = await tx.one<{ balance: bigint | null; last_sms_id: bigint | null; earlier: boolean }>(
    `select c.balance, c.last_sms_id, coalesce(coalesce(s.operator_time, s.received_at) < c.last_operator_time, false) as earlier
     from wallet_continuity c, sms s where c.wallet_id = $1 and s.id = $2`,
    [sms.wallet_id, sms.id],
  );
  const delta = deltaOf(moneyOf(sms));
  const differs = (amount: bigint): Promise<unknown> => tx.run("select difference_noted($1, 'skipped', $2, 'sms', $3)", [sms.wallet_id, amount, sms.id]);
  await tx.run("update wallet_discrepancies set closed_at = now(), closed_by = 'a person' where wallet_id = $1 and closed_at is null and not skipped", [
    sms.wallet_id,
  ]);
  if (continuity && continuity.balance !== null) {
    if (sms.balance === null) await tx.run("update wallet_continuity set balance = balance + $2 where wallet_id = $1", [sms.wallet_id, delta]);
    else if (continuity.earlier) await differs(-delta);
    else await skipTo(app, tx, { sms, from: continuity.balance, before: sms.balance - delta, lastSmsId: continuity.last_sms_id }, differs);
  }
  // The next message with a balance starts the continuity, as it does after the first one that somebody believes.
  await tx.run(
    "update sms set match_status = 'held', held_until = now(), version = version + 1 where wallet_id = $1 and id <> $2 and (match_status = 'held' or (match_status = 'review' and booked_txn is null))",
    [sms.wallet_id, sms.id],
  );
}

async function skipTo(
  app: App,
  tx: Tx,
  at: { sms: LockedSms; from: bigint; before: bigint; lastSmsId: bigint | null },
  differs: (amount: bigint) => Promise<unknown>,
): Promise<void> {
  const { sms, from, before } = at;
  if (before !== from) {
    await tx.run(
      "insert into wallet_discrepancies (id, wallet_id, from_balance, to_balance, before_sms_id, after_sms_id, since, skipped) values ($1, $2, $3, $4, $5, $6, now(), true)",
      [app.ids.next(), sms.wallet_id, from, before, at.lastSmsId, sms.id],
    );
    await differs(before - from);
  }
  await tx.run(
    `update wallet_continuity c set balance = $2, last_sms_id = $3, real_balance = $2, real_balance_at = coalesce(s.operator_time, s.received_at), last_operator_time = coalesce(s.operator_time, s.received_at)
     from sms s where c.wallet_id = $1 and s.id = $3`,
    [sms.wallet_id, sms.balance, sms.id],
  );
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
