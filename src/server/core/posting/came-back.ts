/** Money that came to a wallet and was taken back, or left it and came back: it paid nobody, whichever of its two messages came first. */
import { GIVING_BACK } from "../../../domain/ledger/message-kinds.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";

const KINDS = GIVING_BACK.map((kind) => `'${kind}'`).join(", ");

/**
 * True for a credit that the operator took back: a reversal with its TrxID is booked on its wallet. An expression.
 * @param sms the message's alias
 */
export const takenBackSql = (sms: string): string =>
  `exists (select 1 from sms_bookings tb where tb.wallet_id = ${sms}.wallet_id and tb.trx_key = ${sms}.trx_key and tb.kind = 'reversal')`;

/** Whether the operator has taken back what came to a wallet under this TrxID. */
export async function isTakenBack(tx: Tx, credit: { readonly walletId: bigint; readonly trxKey: string }): Promise<boolean> {
  const back = await tx.one(`select 1 from (select $1::bigint as wallet_id, $2::text as trx_key) s where ${takenBackSql("s")}`, [
    credit.walletId,
    credit.trxKey,
  ]);
  return back !== null;
}

/**
 * As {@link takenBackSql}, for money that left the wallet of row `sms` under its TrxID: the operator has told that the whole of its amount
 * came back, under the same TrxID or, where that explained the debit, under another one. It paid nobody.
 */
export const cameBackSql = (sms: string): string =>
  `(exists (select 1 from sms_bookings rb join sms rs on rs.id = rb.sms_id where rb.wallet_id = ${sms}.wallet_id and rb.trx_key = ${sms}.trx_key and rb.kind in (${KINDS}) and rs.direction = 'credit' and rs.amount = ${sms}.amount)
    or exists (select 1 from sms rd where rd.trx_key = ${sms}.trx_key and rd.wallet_id = ${sms}.wallet_id and rd.direction = 'debit' and rd.match_status = 'matched' and 'returned' = any (rd.reasons)))`;

/** What whoever names such money is told: trx_mismatch on his field. Said of money that came in and was taken back, too. */
export const cameBackRefusal = (field: string): Refused => new Refused("trx_mismatch", { fields: { [field]: "not_allowed" }, details: { taken_back: true } });

/** Whether money that left a wallet under this TrxID came back as a whole ({@link cameBackSql}), whichever message came first. @param key as `trxKey` makes it */
export async function cameBack(tx: Tx, walletId: bigint, key: string, amountMinor: bigint): Promise<boolean> {
  const back = await tx.one(
    `select 1 from (select $1::bigint as wallet_id, $2::text as trx_key, $3::bigint as amount) s where ${cameBackSql("s")}`,
    [walletId, key, amountMinor],
    "debit_came_back",
  );
  return back !== null;
}
