/** Who asked must still be one of us when a checker says yes: a disabled maker's request can only be rejected. */
import type { Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";

/**
 * Looks at the maker under a lock that disabling him waits for, so that of the two acts one comes first.
 * @returns `maker_inactive` when he is disabled or deleted; null: he is there
 */
export async function requireActiveMaker(tx: Tx, makerId: bigint): Promise<Refused | null> {
  const maker = await tx.one<{ active: boolean }>("select enabled and deleted_at is null as active from users where id = $1 for share", [makerId]);
  return maker?.active === true ? null : new Refused("maker_inactive");
}
