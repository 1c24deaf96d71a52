/** A merchant that a reversal took below zero is paid nothing and pays nothing out until it is level again (rule 8). */
import type { Queryable } from "../../platform/db/pool.ts";
import { refuse } from "../../platform/refusal.ts";

/** True while the merchant's available balance is below zero. Takes no lock: ask under the order's own, right before the act. */
export async function isOverdrawn(q: Pick<Queryable, "one">, merchantId: bigint): Promise<boolean> {
  const account = await q.one<{ balance: bigint }>(
    "select balance from accounts where kind = 'merchant' and owner_id = $1 and operator = ''",
    [merchantId],
    "merchant_balance",
  );
  return (account?.balance ?? 0n) < 0n;
}

/** For every act of a person that pays a merchant's money out. @throws Refusal `merchant_below_zero` */
export async function refuseOverdrawn(q: Pick<Queryable, "one">, merchantId: bigint): Promise<void> {
  if (await isOverdrawn(q, merchantId)) refuse("merchant_below_zero");
}
