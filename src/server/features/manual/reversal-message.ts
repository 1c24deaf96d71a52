/** The operator's word that it took a payment's money back, beside the payment that two people reverse. */
import type { Tx } from "../../platform/db/pool.ts";
import { lockSms, type LockedSms } from "../../core/posting/lock-order.ts";
import { reversedBefore, unnamedReversalOf } from "../../core/posting/reversals.ts";
import { WRITTEN_OFF } from "../../core/posting/usable.ts";
import { Refused } from "../../platform/refusal.ts";

/** Its reversal was booked away as a loss already. */
export const writtenOff = (): Refused => new Refused("wrong_state", { fields: { payment_id: "not_allowed" }, details: { status: WRITTEN_OFF } });

/** Whether the payment that this reversal is of has been reversed. */
export async function isReversed(tx: Tx, sms: LockedSms): Promise<boolean> {
  const named = await tx.one(
    "select 1 from trx_used u join payments p on p.id = u.object_id where u.trx_key = $1 and u.operator = $2 and u.direction = 'credit' and u.object_type = 'payment' and p.reversed_at is not null",
    [sms.trx_key, sms.operator],
  );
  return named !== null || (await reversedBefore(tx, sms.id)) !== null;
}

/**
 * The message under its lock, while it still waits. It may stand on another wallet than the payment's order, whose lock covers only the
 * latter: somebody else may have written it off, or found another payment of it, until it was had.
 */
async function lockWaiting(tx: Tx, id: bigint): Promise<LockedSms | Refused> {
  const sms = await lockSms(tx, id);
  if (sms instanceof Refused) return sms;
  if (sms.reasons.includes(WRITTEN_OFF)) return writtenOff();
  const waits = sms.match_status === "unmatched" || sms.match_status === "ignored";
  return waits ? sms : new Refused("wrong_state", { fields: { payment_id: "not_allowed" }, details: { match_status: sms.match_status } });
}

/** The operator's own word that it took the payment's money back, locked; null: none has come. */
export async function reversalOf(tx: Tx, paymentId: bigint): Promise<LockedSms | Refused | null> {
  const found = await tx.one<{ id: bigint }>(
    `select s.id from payments p join sms s on s.trx_key = p.trx_key and s.operator = p.operator
     where p.id = $1 and s.kind = 'reversal' and s.direction = 'debit' and s.booked_txn is not null and s.match_status in ('unmatched', 'ignored')
     order by s.wallet_id = p.wallet_id desc, s.id limit 1`,
    [paymentId],
  );
  if (found !== null) return lockWaiting(tx, found.id);
  const unnamed = await unnamedReversalOf(tx, paymentId);
  if (unnamed === WRITTEN_OFF) return writtenOff();
  return unnamed === null ? null : lockWaiting(tx, unnamed);
}
