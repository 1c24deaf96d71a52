/** What has to be said before many objects are acted on, as a job or within one call. */
import { bulkAct, type BulkActName } from "../../../contract/bulk.ts";
import { parseAmount } from "../../../contract/money.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { type Refused, refusedField } from "../../platform/refusal.ts";
import { checkOwnLimit } from "../staff/limit.ts";

/** What the person says with the act. */
export interface BulkSaid {
  readonly reason?: string | undefined;
  /** The sum, as typed. */
  readonly typed?: string | undefined;
}

/** True where a sum (minor units) must be typed before the act begins. */
export function mustType(app: App, act: BulkActName, sumMinor: bigint): boolean {
  return bulkAct(act).typed === true && sumMinor >= (parseAmount(app.config.current.bulk_typed_sum_from) ?? 0n);
}

/**
 * What stands against an act on objects of this sum (minor units); null: nothing.
 * Refuses validation_failed (a reason or a sum that is missing, wrong or not asked for), forbidden (above what this person may decide alone)
 */
export function refusedByGuard(ctx: UserCtx, act: BulkActName, sumMinor: bigint, { reason, typed }: BulkSaid): Refused | null {
  const info = bulkAct(act);
  if ((info.reason === true) !== (reason !== undefined)) return refusedField("reason", info.reason ? "required" : "not_allowed");
  if (mustType(ctx.app, act, sumMinor)) {
    if (typed === undefined) return refusedField("typed", "required");
    if (parseAmount(typed) !== sumMinor) return refusedField("typed", "mismatch");
  }
  return info.limit ? checkOwnLimit(ctx, sumMinor) : null;
}
