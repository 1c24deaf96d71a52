/** Stored messages that moved money of our own doing, for acts of a person: which one is meant, and what the books say of it. */
import { DAY_MS } from "../../../contract/time.ts";
import { formatAmountOrNull, formatAmount } from "../../../contract/money.ts";
import type { SmsKind } from "../../../contract/sms.ts";
import { kindsWith } from "../../../domain/ledger/message-kinds.ts";
import type { UserCtx } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { Poster } from "../posting/poster.ts";
import { lockSms, type LockedSms } from "../posting/lock-order.ts";
import { cameBack, cameBackRefusal, cameBackSql, takenBackSql } from "../posting/came-back.ts";
import { noLongerWaiting } from "../posting/outcomes.ts";
import { PUT_ASIDE, UNEXPLAINED_MESSAGE, WRITTEN_OFF } from "../posting/usable.ts";
import { continueFrom } from "../posting/stored-message.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { trxUse } from "../orders/trx-id.ts";
import { resolveAlerts } from "../alerts/raise.ts";

/** What is looked for on one wallet. */
export interface Wanted {
  readonly walletId: bigint;
  readonly operator: string;
  readonly direction: "credit" | "debit";
  readonly amountMinor: bigint;
  /** Field that a refusal names. */
  readonly field: string;
}

/** Kinds of messages that can be a movement of our own, by direction. */
export function movingKinds(direction: "credit" | "debit"): string[] {
  return direction === "credit" ? kindsWith("collects", "receives") : kindsWith("pays", "spends");
}

/** trx_used where something has this TrxID already; null: it is free. */
export async function usedTrx(tx: Tx, wanted: Wanted, key: string): Promise<Refused | null> {
  const used = await trxUse(tx, wanted.operator, key, wanted.direction);
  return used ? new Refused("trx_used", { fields: { [wanted.field]: "taken" } }) : null;
}

interface Found {
  readonly id: bigint;
  readonly wallet_id: bigint;
  readonly amount: bigint | null;
  readonly extra: bigint | null;
  readonly kind: string;
  readonly match_status: string;
  readonly written_off: boolean;
  readonly taken_back: boolean;
}

/**
 * The message with this TrxID, locked; null when none came yet. One that a person put aside counts when the books have its
 * money; so does a debit that was written off, which was no loss then. The caller holds the wallet's continuity row.
 * @returns trx_mismatch when it has another amount or wallet, was taken back by the operator, or is one that nobody may believe
 */
export async function messageByTrx(tx: Tx, wanted: Wanted, key: string): Promise<LockedSms | Refused | null> {
  if (wanted.direction === "debit" && (await cameBack(tx, wanted.walletId, key, wanted.amountMinor))) return cameBackRefusal(wanted.field);
  const found = await tx.one<Found>(
    `select id, wallet_id, amount, extra, kind, match_status, 'written_off' = any (reasons) as written_off, ${takenBackSql("sms")} as taken_back from sms where trx_key = $1 and operator = $2 and direction = $3
       and (match_status = 'suspicious' or ${UNEXPLAINED_MESSAGE})
     order by (wallet_id = $4) desc, match_status = 'ignored', id limit 1`,
    [key, wanted.operator, wanted.direction, wanted.walletId],
  );
  if (!found) return null;
  const isGone = found.written_off && wanted.direction === "credit";
  if (found.match_status === "suspicious" || isGone || !movingKinds(wanted.direction).includes(found.kind))
    return new Refused("trx_mismatch", { fields: { [wanted.field]: "not_allowed" }, details: { match_status: found.match_status, kind: found.kind } });
  if (wanted.direction === "credit" && found.taken_back) return cameBackRefusal(wanted.field);
  if (found.wallet_id !== wanted.walletId || found.amount !== wanted.amountMinor || (found.extra ?? 0n) !== 0n)
    return new Refused("trx_mismatch", {
      fields: { [wanted.field]: "mismatch" },
      details: {
        message_amount: formatAmountOrNull(found.amount),
        amount: formatAmount(wanted.amountMinor),
        other_wallet: found.wallet_id !== wanted.walletId,
      },
    });
  return lockSms(tx, found.id);
}

/** Columns of a message as lists show it. */
export const CANDIDATE_SQL = `wallet_id = $1 and direction = $2 and amount = $3 and id >= $4 and match_status = 'unmatched' and booked_txn is not null and payment_id is null and coalesce(extra, 0) = 0 and not ('written_off' = any (reasons))
  and (direction = 'debit' and not ${cameBackSql("sms")} or direction = 'credit' and in_suspense and not ${takenBackSql("sms")}) and kind = any ($5::text[])`;

/** First id that can belong to something created at that moment: people enter a movement after they made it, too. */
export function candidatesFrom(createdMs: number): bigint {
  return idAt(createdMs - DAY_MS);
}

/** Whose message a person can mean who names none. */
export interface Meant {
  /** False for what contradicts the movement: it is nobody's choice. */
  readonly possible: (counterparty: string | null) => boolean;
  /** True for what tells of the movement by itself. */
  readonly sure: (message: { readonly kind: SmsKind; readonly direction: "credit" | "debit"; readonly counterparty: string | null }) => boolean;
}

/**
 * The one booked message with this amount that nothing explains and that tells of the movement by itself, locked; null when nothing of
 * this amount came.
 * @returns several_messages where more than one would do; validation_failed where what came may as well be a customer's, or a payout:
 *   whoever means it names it
 */
export async function messageByAmount(tx: Tx, wanted: Wanted, createdMs: number, meant: Meant): Promise<LockedSms | Refused | null> {
  const rows = await tx.rows<{ id: bigint; kind: SmsKind; counterparty: string | null }>(
    `select id, kind, counterparty from sms where ${CANDIDATE_SQL} order by id limit 100`,
    [wanted.walletId, wanted.direction, wanted.amountMinor, candidatesFrom(createdMs), movingKinds(wanted.direction)],
  );
  const possible = rows.filter((row) => meant.possible(row.counterparty));
  const sure = possible.filter(({ kind, counterparty }) => meant.sure({ kind, direction: wanted.direction, counterparty }));
  if (sure.length > 1) return new Refused("several_messages", { fields: { [wanted.field]: "required" } });
  const [only] = sure;
  if (only) return lockSms(tx, only.id);
  return possible.length > 0 ? refusedField(wanted.field, "required") : null;
}

/**
 * Marks a message as explained by what a person said; the movement's own row names it. What nobody had booked yet closes
 * its wallet's continuity. The alert of an unexplained debit is done; payouts stay stopped until a person clears the wallet.
 */
export async function takeMessage(ctx: UserCtx, tx: Tx, poster: Poster, sms: LockedSms, by: { txn: bigint; reason: string }): Promise<void> {
  poster.writes.sms_updates.push({
    id: sms.id,
    version: sms.version,
    match_status: "matched",
    payment_id: null,
    reasons: [...noLongerWaiting(sms.reasons).filter((reason) => !["debit_unexplained", PUT_ASIDE, WRITTEN_OFF].includes(reason)), by.reason],
    booked_txn: sms.booked_txn ?? by.txn,
    in_suspense: false,
    held_until: null,
  });
  // An order that waited for a person with it waits for nothing any more (features/payments/release.ts).
  if (sms.payment_id !== null) await tx.run("update sms set payment_id = null where id = $1", [sms.id]);
  poster.events.push({ kind: "sms", objectId: sms.id, version: sms.version + 1, change: "changed", merchantId: null });
  await resolveAlerts(ctx.app, tx, { kinds: ["debit_unexplained"], object: { type: "sms", id: sms.id } }, ctx.actor.id);
  if (sms.booked_txn !== null) return;
  if (sms.trx_key !== null) poster.writes.bookings.push({ wallet_id: sms.wallet_id, kind: sms.kind, trx_key: sms.trx_key, sms_id: sms.id });
  await continueFrom(ctx.app, tx, sms);
}
