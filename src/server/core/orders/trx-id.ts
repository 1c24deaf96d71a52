/** TrxIDs: as people, merchants and phones write them, and whose they are. */
import type { IdKind } from "../../../contract/ids.ts";
import { trxKey } from "../../../domain/messages/index.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { refusedField, type Refused } from "../../platform/refusal.ts";

/** A TrxID as it is written, and as it is compared. */
export interface Trx {
  readonly id: string;
  readonly key: string;
}

/** True for a text that can be an operator's TrxID. */
export function isTrxId(text: string): boolean {
  return /^[0-9A-Z.-]{4,40}$/.test(trxKey(text));
}

/** Reads a TrxID that was typed; a text that can be none is refused by its field. */
export function readTrx(field: string, unchecked: string): Trx | Refused {
  return isTrxId(unchecked) ? { id: unchecked.trim(), key: trxKey(unchecked) } : refusedField(field);
}

/** What a TrxID is of: an object, on a wallet, proven by a message or said by somebody (null). */
export interface TrxUse {
  readonly type: IdKind;
  readonly id: bigint;
  readonly walletId: bigint;
  readonly smsId: bigint | null;
}

/** What an operator's TrxID of this direction is of already; null: it is free. */
export function trxUse(q: Queryable, operator: string, key: string | null, direction: "credit" | "debit"): Promise<TrxUse | null> {
  return q.one<TrxUse>(
    `select object_type as type, object_id as id, wallet_id as "walletId", sms_id as "smsId" from trx_used where operator = $1 and trx_key = $2 and direction = $3`,
    [operator, key, direction],
    "trx_use",
  );
}
