/** Whether an order can be matched with a stored message at all: the guards of every match that a person, a merchant or an operator asks for. */
import { contradicts, effectOf } from "../../../domain/ledger/message-kinds.ts";
import { SMS_ACTION_STATES, type SmsKind } from "../../../contract/sms.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { trxUse } from "../orders/trx-id.ts";
import { cameBackRefusal, isTakenBack } from "./came-back.ts";
import { heldReason } from "./facts.ts";
import type { LockedSms } from "./lock-order.ts";
import type { OpenOrder } from "./opened.ts";
import { ownNumbers } from "./own-accounts.ts";

/** Reason of a message that a person put aside. */
export const PUT_ASIDE = "ignored";
/** Reason of a message whose money was written off. */
export const WRITTEN_OFF = "written_off";

/** Reason of a message whose money a transfer took, and gave back when it failed: it stands where no message has booked it. */
export const TRANSFER_FAILED = "transfer_failed";

/** Whether a message that a person put aside can be taken back: its money is where it was then. */
export function mayBeTakenBack(reasons: readonly string[]): boolean {
  return reasons.includes(PUT_ASIDE) && !reasons.includes(WRITTEN_OFF);
}

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
  | "booked_txn"
  | "in_suspense"
>;

/**
 * Match statuses whose message may still be matched, as long as its money is not booked yet or waits in suspense: booked elsewhere it is
 * spent, whatever the status says. One that was put aside may while its money waits in suspense.
 */
const USABLE = new Set(["unmatched", "review", "held"]);
/** As {@link unusable} has it, for statements that look for messages; the kind is judged there only. */
export const MESSAGE_CAN_MATCH =
  "direction = 'credit' and amount > 0 and coalesce(extra, 0) = 0 and trx_key is not null and (in_suspense and match_status in ('unmatched', 'review', 'held', 'ignored') or booked_txn is null and match_status in ('unmatched', 'review', 'held'))";

/** True for a stored message whose money nothing explains yet, for whoever names its TrxID: one that was put aside counts while the books hold its money. An expression. */
export const UNEXPLAINED_MESSAGE = "(match_status in ('unmatched', 'review', 'held') or match_status = 'ignored' and booked_txn is not null)";

/** Why a message can be matched with no order at all: it is none of money that came in, has been used or put aside, or has no TrxID. Null: it can. */
export function unusable(
  sms: Pick<MatchableMessage, "kind" | "direction" | "amount" | "extra" | "trx_id" | "trx_key" | "match_status" | "booked_txn" | "in_suspense">,
): "kind" | "state" | "trx" | null {
  // The column holds kinds of the parser's union.
  if (effectOf(sms.kind as SmsKind, sms.direction) !== "collects" || sms.amount === null || sms.amount <= 0n || (sms.extra ?? 0n) !== 0n) return "kind";
  const isOpen = USABLE.has(sms.match_status) ? sms.in_suspense || sms.booked_txn === null : sms.match_status === "ignored" && sms.in_suspense;
  if (!isOpen) return "state";
  return sms.trx_key === null || sms.trx_id === null ? "trx" : null;
}

/** Whether a person may have a message booked on his word: it waits or is in review, moves money, and nothing of it is booked. */
export function acceptable(sms: Pick<MatchableMessage, "match_status" | "booked_txn" | "kind" | "direction" | "amount">): boolean {
  const kind = sms.kind as SmsKind; // the column holds kinds of the parser's union
  const states: readonly string[] = SMS_ACTION_STATES.accept;
  const moves = sms.amount !== null && sms.amount > 0n && effectOf(kind, sms.direction) !== null && !contradicts(kind, sms.direction);
  return moves && sms.booked_txn === null && states.includes(sms.match_status);
}

/**
 * Whether a rule may match a stored message that money waits for, as it would when the message came: not one that nobody could match,
 * nor one that a person decides on, nor money of our own wallets (rule 5). What somebody claims of it changes nothing of that.
 */
export async function matchesByRule(app: App, sms: MatchableMessage & Pick<LockedSms, "reasons">): Promise<boolean> {
  if (unusable(sms) !== null || heldReason(sms.kind as SmsKind, sms.direction, sms.reasons) !== null) return false;
  return !(await ownNumbers(app))(sms.counterparty);
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
 * Checks that a message can be matched with the order at all: money came in, from no wallet of ours (rule 5), on its wallet, with a TrxID
 * that is of nothing else, and the operator has not taken it back.
 * That it waits with another order stands against nothing: a claim is evidence and can be moved, and the other lets go of it.
 * @param field names the message in what was asked
 * @returns trx_used, trx_mismatch, customer_is_wallet, wrong_state, validation_failed; null: it can
 */
export async function checkUsable(
  app: App,
  tx: Tx,
  order: OpenOrder,
  sms: LockedSms,
  field: "message_id" | "sms_id" | "trx_id" = "message_id",
): Promise<Refused | null> {
  const why = unusable(sms);
  if (why === "kind") return refusedField(field);
  if (sms.match_status === "matched" && sms.payment_id !== null && sms.payment_id !== order.id)
    return new Refused("trx_mismatch", { fields: { [field]: "taken" } });
  if (why === "state") return new Refused("wrong_state", { details: { match_status: sms.match_status } });
  if (why === "trx") return new Refused("validation_failed", { fields: { [field]: "mismatch" } });
  if (!onItsWallet(order, sms)) return new Refused("trx_mismatch", { fields: { [field]: "mismatch" }, details: { other_wallet: true } });
  if (await trxUse(tx, order.operator, sms.trx_key, "credit")) return new Refused("trx_used");
  return refusedCredit(app, tx, { walletId: sms.wallet_id, trxKey: sms.trx_key as string, counterparty: sms.counterparty }, field); // "trx" above: it has one
}

/**
 * What stands against money as any payment's, whoever says that it is: it is of our own wallets (rule 5), or the operator has taken it
 * back, of which it may have told before the money itself.
 * @param credit `counterparty`: null where no message tells who paid
 * @param field names the money in what was asked
 * @returns customer_is_wallet, trx_mismatch; null: nothing
 */
export async function refusedCredit(
  app: App,
  tx: Tx,
  credit: { readonly walletId: bigint; readonly trxKey: string; readonly counterparty: string | null },
  field: "message_id" | "sms_id" | "trx_id",
): Promise<Refused | null> {
  if ((await ownNumbers(app))(credit.counterparty)) return new Refused("customer_is_wallet", { fields: { [field]: "not_allowed" } });
  return (await isTakenBack(tx, credit)) ? cameBackRefusal(field) : null;
}
