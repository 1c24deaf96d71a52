/** What a manual operation would do now: its objects under their locks, checked, and its legs. */
import * as manual from "../../../domain/ledger/postings-manual.ts";
import { feeOn, formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { businessDay } from "../../../contract/time.ts";
import { paymentCompleted } from "../../../domain/ledger/postings.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { whenArchived } from "../../core/ledger/archived.ts";
import { BY_HAND, lockOrder, lockSms, openOnly } from "../../core/posting/lock-order.ts";
import { checkUsable, TRANSFER_FAILED, WRITTEN_OFF } from "../../core/posting/usable.ts";
import { sourceOf } from "../../core/posting/stored-message.ts";
import { movementOf } from "../../core/unreported/store.ts";
import { inField, Refused, refusedField } from "../../platform/refusal.ts";
import type { ManualTarget, ManualPlan } from "./target.ts";
import { ownerOf, legsOf } from "./account-plan.ts";
import { isReversed, reversalOf, writtenOff } from "./reversal-message.ts";

async function planAssign(app: App, tx: Tx, target: ManualTarget): Promise<ManualPlan | Refused> {
  const order = openOnly(inField("payment_id", await lockOrder(tx, target.paymentId)), BY_HAND);
  if (order instanceof Refused) return order;
  const sms = inField("sms_id", await lockSms(tx, target.smsId));
  if (sms instanceof Refused) return sms;
  const unfit = await checkUsable(app, tx, order, sms, "sms_id");
  if (unfit) return unfit;
  const amount = sms.amount;
  if (amount === null) return refusedField("sms_id");
  const rule = feeOn(order.fee, amount);
  const fee = rule > amount ? amount : rule;
  const legs = paymentCompleted(sourceOf(sms), order.merchantId, amount, fee);
  return { target: { ...target, merchantId: order.merchantId, walletId: sms.wallet_id }, amountMinor: amount, legs, order, sms };
}

async function planWriteOff(tx: Tx, target: ManualTarget): Promise<ManualPlan | Refused> {
  const sms = inField("sms_id", await lockSms(tx, target.smsId));
  if (sms instanceof Refused) return sms;
  const at = { ...target, walletId: sms.wallet_id };
  // What a payout, a transfer or an order has explained is nobody's loss any more, although its first entries stand.
  if (sms.match_status === "matched" || sms.reasons.includes(WRITTEN_OFF))
    return new Refused("wrong_state", { fields: { sms_id: "not_allowed" }, details: { match_status: sms.match_status } });
  if (sms.in_suspense) {
    // An order in review counts on this money: it is decided first.
    if (sms.payment_id !== null) return new Refused("wrong_state", { fields: { sms_id: "not_allowed" }, details: { match_status: sms.match_status } });
    const amount = (sms.amount ?? 0n) + (sms.extra ?? 0n);
    return { target: at, amountMinor: amount, legs: manual.suspenseWrittenOff(sms.operator, amount), sms };
  }
  const booked = await tx.one<{ total: bigint | null }>(
    "select sum(e.amount)::bigint as total from entries e join accounts a on a.id = e.account_id where e.ref_id = $1 and e.ref_type = 'sms' and a.kind = 'unexplained'",
    [sms.id],
  );
  // What the operator took back was booked away already where the payment was reversed.
  const reversed = sms.kind === "reversal" && (await isReversed(tx, sms));
  // A transfer that took it and failed has given its amount back under its own reference.
  const givenBack = sms.booked_txn !== null && sms.reasons.includes(TRANSFER_FAILED) ? (sms.amount ?? 0n) : 0n;
  const amount = reversed ? 0n : (booked?.total ?? givenBack);
  if (amount <= 0n)
    return (
      (reversed ? null : await whenArchived(tx, businessDay(idTime(sms.id)))) ??
      new Refused("wrong_state", { fields: { sms_id: "not_allowed" }, details: { match_status: sms.match_status } })
    );
  return { target: at, amountMinor: amount, legs: manual.unexplainedWrittenOff(sms.operator, amount), sms };
}

async function planReversal(tx: Tx, target: ManualTarget): Promise<ManualPlan | Refused> {
  const order = inField("payment_id", await lockOrder(tx, target.paymentId));
  if (order instanceof Refused) return order;
  const done = await tx.one<{ received_amount: bigint | null; fee: bigint | null; reversed: boolean }>(
    "select received_amount, fee, reversed_at is not null as reversed from payments where id = $1",
    [order.id],
  );
  if (order.status !== "completed" || !done || done.received_amount === null || done.fee === null || done.reversed)
    return new Refused("wrong_state", { fields: { payment_id: "not_allowed" }, details: { status: done?.reversed ? "reversed" : order.status } });
  const written = await tx.one(
    "select 1 from sms s join payments p on p.trx_key = s.trx_key and p.operator = s.operator where p.id = $1 and s.kind = 'reversal' and $2 = any (s.reasons) limit 1",
    [order.id, WRITTEN_OFF],
  );
  if (written) return writtenOff();
  // What was merely said and no message has reported never came: what stands in transit for it is taken back.
  const unproven = await movementOf(tx, "payment", order.id, "credit");
  const sms = unproven === null ? await reversalOf(tx, order.id) : null;
  if (sms instanceof Refused) return sms;
  // The whole payment is reversed, or nothing of it: what the operator took back in part is a debit of the merchant, and written off.
  if (sms !== null && (sms.amount ?? 0n) + (sms.extra ?? 0n) !== done.received_amount)
    return new Refused("trx_mismatch", {
      fields: { payment_id: "mismatch" },
      details: { message_amount: formatAmountOrNull(sms.amount), amount: formatAmount(done.received_amount) },
    });
  const reversed = {
    id: order.id,
    unproven: unproven !== null,
    version: order.version,
    merchantId: order.merchantId,
    receivedMinor: done.received_amount,
    feeMinor: done.fee,
  };
  return {
    target: { ...target, merchantId: order.merchantId, walletId: order.walletId },
    amountMinor: done.received_amount,
    legs: manual.paymentReversed(
      unproven ? { of: "unreported", id: unproven.walletId } : { of: "unexplained", operator: order.operator },
      order.merchantId,
      done.received_amount,
      done.fee,
    ),
    reversed,
    ...(sms === null ? {} : { sms }),
  };
}

/**
 * Works out an operation under the locks that applying it needs (the wallet's continuity row, order, message; the accounts follow in
 * `balancesOf` of balances.ts).
 * @returns the plan, or the field or state that stands against it
 */
export async function planManual(app: App, tx: Tx, target: ManualTarget): Promise<ManualPlan | Refused> {
  switch (target.kind) {
    case "assign_message":
      return planAssign(app, tx, target);
    case "write_off":
      return planWriteOff(tx, target);
    case "payment_reversal":
      return planReversal(tx, target);
    default: {
      const amount = target.amountMinor;
      if (amount === null) return refusedField("amount", "required");
      const owner = await ownerOf(tx, target, amount);
      return owner instanceof Refused ? owner : { target, amountMinor: amount, legs: legsOf(target, owner, amount) };
    }
  }
}
