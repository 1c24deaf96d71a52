/** A merchant that a reversal took below zero is paid nothing and pays nothing out until it is level again (rule 8). */
import type { Queryable } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";

/** True while the merchant's available balance is below zero. Takes no lock: ask under the order's own, right before the act. */
export async function isOverdrawn(q: Pick<Queryable, "one">, merchantId: bigint): Promise<boolean> {
  const account = await q.one<{ balance: bigint }>(
    "select balance from accounts where kind = 'merchant' and owner_id = $1 and operator = ''",
    [merchantId],
    "merchant_balance",
  );
  return (account?.balance ?? 0n) < 0n;
}

/** For every act of a person that pays a merchant's money out: `merchant_below_zero`; null: nothing stands against it. */
export async function whenOverdrawn(q: Pick<Queryable, "one">, merchantId: bigint): Promise<Refused | null> {
  return (await isOverdrawn(q, merchantId)) ? new Refused("merchant_below_zero") : null;
}
