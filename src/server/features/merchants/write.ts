/** The common way of every change to a merchant: scope, version, write, audit, event. */
import type { AuditAction, AuditFields } from "../../../contract/audit.ts";
import type { MerchantRow } from "../../../contract/merchants.schema.ts";
import { Undone } from "../../platform/db/undone.ts";
import type { Answer, Waiting } from "../../platform/answer.ts";
import { audit, nothingChanged } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { updateRow, type Columns } from "../../platform/db/rows.ts";
import { Refused } from "../../platform/refusal.ts";
import { dropMerchants } from "../../core/parties/merchants.ts";
import { merchantById, merchantRaw, type MerchantRaw } from "./queries.ts";

/** What a change writes. Column names are the program's own. */
export interface MerchantChange {
  readonly columns: Columns;
  readonly before?: AuditFields;
  readonly after?: AuditFields;
}

/** null: there is nothing to change. */
type Decided = MerchantChange | Waiting | Refused | null;

/**
 * Changes one merchant inside the actor's scope.
 * @param decide looks at the locked row, says what to write, that it waits or is refused
 * Refuses `not_found`, `conflict`, and what `decide` refuses
 */
export async function writeMerchant(
  ctx: UserCtx,
  tx: Tx,
  target: { id: bigint | null; version: number; action: AuditAction },
  decide: (raw: MerchantRaw, tx: Tx) => Promise<Decided> | Decided,
): Promise<MerchantRow | Waiting | Refused> {
  const { app, actor } = ctx;
  const found = await merchantRaw(tx, target.id, actor);
  if (found instanceof Refused) return found;
  await tx.run("select 1 from merchants where id = $1 for update", [found.id]);
  const raw = await merchantRaw(tx, found.id, actor);
  if (raw instanceof Refused) return raw;
  if (raw.version !== target.version) return new Refused("conflict");
  const change = await decide(raw, tx);
  if (change instanceof Undone) return change;
  if (change) {
    const conflict = await updateRow(tx, "merchants", raw, change.columns);
    if (conflict) return conflict;
    await audit(ctx, tx, {
      action: target.action,
      objectType: "merchant",
      objectId: app.publicIds.encode("merchant", raw.id),
      merchantId: raw.id,
      before: change.before ?? null,
      after: change.after ?? null,
    });
    ctx.emit({ kind: "merchants", objectId: raw.id, version: raw.version + 1, change: "changed", merchantId: raw.id });
  } else nothingChanged(tx);
  return (await merchantById(app, tx, raw.id, actor)) ?? new Refused("not_found");
}

/** As {@link writeMerchant} in a transaction of its own; what this process remembers of merchants is forgotten. */
export async function changeMerchant(
  ctx: UserCtx,
  target: { id: string; version: number; action: AuditAction },
  decide: Parameters<typeof writeMerchant>[3],
): Promise<Answer<MerchantRow>> {
  const id = ctx.app.publicIds.decode("merchant", target.id);
  const row = await ctx.tx((tx) => writeMerchant(ctx, tx, { ...target, id }, decide));
  dropMerchants(ctx.app);
  return row;
}
