/** Which side of a transfer a message can be. */
import type { SmsKind } from "../../../contract/sms.ts";
import type { TransferKind } from "../../../contract/transfers.ts";
import { samePayer } from "../../../domain/payments/matching.ts";
import { effectOf, GIVING_BACK } from "../../../domain/ledger/message-kinds.ts";
import type { Facts } from "../posting/facts.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { lockTransfers, type Direction, type MovingTransfer } from "./moving.ts";

/** What of a message says which side it is. */
export type Part = Pick<
  Facts,
  | "id"
  | "walletId"
  | "operator"
  | "kind"
  | "direction"
  | "amount"
  | "fee"
  | "commission"
  | "extra"
  | "trxId"
  | "trxKey"
  | "counterparty"
  | "operatorTimeMs"
  | "atMs"
>;

/** People enter a transfer while they make it; clocks and delays of phones besides. */
const BEFORE_MS = 15 * 60_000;
/** Debits that can be float sold; a sending to a person's number may be a payout and is left to a person. */
const B2B_OUT: ReadonlySet<SmsKind> = new Set(["b2b_out", "bank_out", "cash_out_sent", "payment_sent"]);

/** How long a side that was booked by hand waits for its message, where no TrxID ties the two. */
const UNPROVEN_MS = 7 * 24 * 3_600_000;

/** Under way; or completed by a person's word alone (a side whose message is awaited is `core/unreported/`'s: {@link fits}). */
const OPEN = `t.id = any (array(
    select id from transfers where from_wallet_id = any ($1::bigint[]) and status in ('pending', 'processing')
    union all select id from transfers where to_wallet_id = any ($1::bigint[]) and status in ('pending', 'processing')
    union all select id from transfers x where from_wallet_id = any ($1::bigint[]) and status = 'completed' and out_sms_id is null and id >= $2
    union all select id from transfers x where to_wallet_id = any ($1::bigint[]) and status = 'completed' and in_sms_id is null and id >= $2))`;

/** Reads and locks the transfers that messages of these wallets can be a side of. The caller holds the wallets' continuity rows. */
export function lockCandidates(tx: Tx, walletIds: readonly bigint[], nowMs: number): Promise<MovingTransfer[]> {
  return lockTransfers(tx, OPEN, [walletIds, idAt(nowMs - UNPROVEN_MS)], "own_movements");
}

/** The side of a transfer that such a message tells of; null: of none. */
export function directionOf(facts: Pick<Facts, "kind" | "direction">): Direction | null {
  const effect = effectOf(facts.kind, facts.direction);
  return effect === null || effect === "takes_back" ? null : facts.direction === "debit" ? "out" : "in";
}

/**
 * True when a message tells of such a transfer although nothing but its amount says of which. Money that may be a customer's needs the
 * other wallet's number in the message; a number that is not the other wallet's is somebody else's movement, and what is given back is
 * no float that we sent ourselves.
 * @param across number of the other wallet; null: the outside
 */
export function isFloat(
  transfer: TransferKind,
  across: string | null,
  { kind, direction, counterparty }: Pick<Part, "kind" | "direction" | "counterparty">,
): boolean {
  const effect = effectOf(kind, direction);
  if (direction === "credit" && GIVING_BACK.includes(kind)) return false;
  if (transfer === "b2b_in") return effect === "receives";
  if (transfer === "b2b_out") return B2B_OUT.has(kind);
  const same = samePayer(counterparty, across ?? "");
  return same === true || (same === null && effect !== "collects");
}

/** True when a message can be the side of this transfer: amount, wallet and time agree, and it tells of float ({@link isFloat}). */
export function fits(transfer: MovingTransfer, direction: Direction, facts: Part): boolean {
  const side = transfer[direction];
  if (side === null || side.walletId !== facts.walletId || transfer.amountMinor !== facts.amount) return false;
  if ((facts.operatorTimeMs ?? facts.atMs) < transfer.createdMs - BEFORE_MS) return false;
  const open = transfer.status === "processing" && side.atMs === null;
  const unproven = transfer.status === "completed" && side.smsId === null && side.trxKey === null && !side.inTransit;
  if (!open && !unproven) return false;
  return isFloat(transfer.kind, transfer[direction === "out" ? "in" : "out"]?.account ?? null, facts);
}
