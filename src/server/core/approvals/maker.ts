/** Who asked must still be one of us when a second person says yes: a disabled maker's request can only be rejected. */
import type { Tx } from "../../platform/db/pool.ts";
import { refuse } from "../../platform/refusal.ts";

/**
 * Looks at the maker under a lock that disabling him waits for, so that of the two acts one comes first.
 * @throws Refusal `maker_inactive` when he is disabled or deleted
 */
export async function requireActiveMaker(tx: Tx, makerId: bigint): Promise<void> {
  const maker = await tx.one<{ active: boolean }>("select enabled and deleted_at is null as active from users where id = $1 for share", [makerId]);
  if (maker?.active !== true) refuse("maker_inactive");
}
