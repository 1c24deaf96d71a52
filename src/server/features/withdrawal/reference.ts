/** One reference proves one payment, whether one of our own wallets made it or a bank. */
import { objectName } from "../../core/approvals/objects.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";

const REFERENCE_LOCK = 4138;

const taken = (ctx: UserCtx, used: { readonly type: string; readonly id: bigint }): Refused =>
  new Refused("reference_used", { fields: { reference: "taken" }, details: { paid: objectName(ctx.app, used.type, used.id) } });

/**
 * A withdrawal that was paid from outside with this reference. Two withdrawals with one reference come here one after the other, so that
 * the second is told of the first.
 * @returns reference_used, naming it; null: there is none
 */
export async function paidOutside(ctx: UserCtx, tx: Tx, key: string): Promise<Refused | null> {
  await tx.run("select pg_advisory_xact_lock($1, hashtext($2))", [REFERENCE_LOCK, key]);
  const outside = await tx.one<{ id: bigint }>("select id from withdrawals where outside_key = $1", [key]);
  return outside ? taken(ctx, { type: "withdrawal", id: outside.id }) : null;
}

/**
 * Anything that was paid with this reference: another withdrawal from outside, or what one of our own wallets paid.
 * @returns reference_used, naming it; null: it is free
 */
export async function usedReference(ctx: UserCtx, tx: Tx, key: string): Promise<Refused | null> {
  const outside = await paidOutside(ctx, tx, key);
  if (outside) return outside;
  const used = await tx.one<{ type: string; id: bigint }>(
    "select object_type as type, object_id as id from trx_used where trx_key = $1 and direction = 'debit' limit 1",
    [key],
  );
  return used ? taken(ctx, used) : null;
}
