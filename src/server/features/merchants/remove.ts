/** Deletes and recovers a merchant. One with a balance, a hold or open orders is not deleted (rule 17). */
import type { MerchantRow } from "../../../contract/merchants.schema.ts";
import { OPERATORS } from "../../../contract/operators.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { lockRouting } from "../../platform/db/routing-lock.ts";
import { Refused } from "../../platform/refusal.ts";
import { sessionCache } from "../../core/session/cache.ts";
import { changeMerchant } from "./write.ts";

const IN_USE = `select
  coalesce((select bool_or(balance <> 0) from accounts where kind = 'merchant' and owner_id = $1), false) as balance,
  coalesce((select bool_or(balance <> 0) from accounts where kind = 'hold' and owner_id = $1), false) as hold,
  exists (select from payments_undecided where merchant_id = $1) as payments,
  exists (select from disburses where merchant_id = $1 and status in ('pending', 'review', 'approved', 'processing', 'attempt_failed', 'unknown')) as disburses,
  exists (select from withdrawals where merchant_id = $1 and status in ('pending', 'approved')) as withdrawals`;

async function usedStill(tx: Tx, id: bigint): Promise<Refused | null> {
  const use = await tx.one<Record<string, boolean>>(IN_USE, [id]);
  const reasons = Object.entries(use ?? {}).flatMap(([reason, there]) => (there ? [reason] : []));
  return reasons.length > 0 ? new Refused("still_in_use", { details: { reasons } }) : null;
}

/** Deletes; its users are signed out, its key stops working. Refuses `not_found`, `conflict`, `wrong_state`, `still_in_use` */
export async function deleteMerchant(ctx: UserCtx, id: string, version: number): Promise<Answer<MerchantRow>> {
  const { app } = ctx;
  const at = new Date(app.now());
  const row = await changeMerchant(ctx, { id, version, action: "merchant.delete" }, async (raw, tx) => {
    if (raw.deleted) return new Refused("wrong_state");
    // Acceptance stands still meanwhile: what it took before is seen below, what comes later sees the deletion.
    await lockRouting(tx, ...OPERATORS);
    const used = await usedStill(tx, raw.id);
    if (used) return used;
    await tx.run(
      "update sessions set ended_at = $2, end_reason = 'merchant_deleted' where ended_at is null and user_id in (select id from users where merchant_id = $1)",
      [raw.id, at],
    );
    return { columns: { deleted_at: at }, before: { deleted: false }, after: { deleted: true } };
  });
  sessionCache(app).clear();
  return row;
}

/** Brings a deleted merchant back as it was. Refuses `not_found`, `conflict`, `wrong_state` */
export function recoverMerchant(ctx: UserCtx, id: string, version: number): Promise<Answer<MerchantRow>> {
  return changeMerchant(ctx, { id, version, action: "merchant.recover" }, (raw) => {
    if (!raw.deleted) return new Refused("wrong_state");
    return { columns: { deleted_at: null }, before: { deleted: true }, after: { deleted: false } };
  });
}
