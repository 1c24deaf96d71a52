/** What a merchant says of an order, kept: few TrxIDs an order, and few orders a TrxID. */
import type { OpenOrder } from "../../core/posting/opened.ts";
import { trxUse } from "../../core/orders/trx-id.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";

const MAX_SUBMISSIONS = 5;
/** Space of the advisory locks under which a merchant's claims of one TrxID are counted. */
const CLAIM_LOCK = 4177;

/**
 * Keeps the claim. Other orders may claim the same TrxID, of other merchants too: whose money it is, the message decides.
 * @returns too_many_trx, trx_used; null: it is kept
 */
export async function keepClaim(tx: Tx, order: OpenOrder, key: string, trxId: string): Promise<Refused | null> {
  if (order.trxKeys.includes(key)) return null;
  // The orders of two claims stand under locks of their own: the second one counts when the first is kept.
  await tx.run("select pg_advisory_xact_lock($1, hashtext($2))", [CLAIM_LOCK, `${order.merchantId} ${order.operator} ${key}`]);
  const count = await tx.one<{ own: number; same: number }>(
    `select (select count(*) from order_trx where payment_id = $1)::int as own,
       (select count(*) from order_trx t join payments p on p.id = t.payment_id where t.operator = $2 and t.trx_key = $3 and t.open and p.merchant_id = $4)::int as same`,
    [order.id, order.operator, key, order.merchantId],
  );
  // A merchant that claims one TrxID for order after order is guessing, and each claim costs whoever matches the message.
  if (count === null || count.own >= MAX_SUBMISSIONS || count.same >= MAX_SUBMISSIONS) return new Refused("too_many_trx");
  if (await trxUse(tx, order.operator, key, "credit")) return new Refused("trx_used", { fields: { trx_id: "taken" } });
  await tx.run("insert into order_trx (payment_id, operator, trx_key, trx_id) values ($1, $2, $3, $4) on conflict do nothing", [
    order.id,
    order.operator,
    key,
    trxId,
  ]);
  return null;
}
