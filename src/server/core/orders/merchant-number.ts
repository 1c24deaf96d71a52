/** Orders by the number that their merchant gave them. */
import type { Queryable } from "../../platform/db/pool.ts";

/** The order of a merchant with this number of its own; null when there is none. */
export async function orderByNumber(q: Queryable, merchantId: bigint, direction: "payment" | "disburse", merchantOrderId: string): Promise<bigint | null> {
  const row = await q.one<{ order_id: bigint }>(
    "select order_id from merchant_order_keys where merchant_id = $1 and direction = $2 and key = $3",
    [merchantId, direction, merchantOrderId],
    "merchant_order_key",
  );
  return row?.order_id ?? null;
}
