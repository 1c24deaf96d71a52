/** What a member of staff may decide alone. */
import { parseAmount } from "../../../contract/money.ts";
import { Refused } from "../../platform/refusal.ts";
import type { UserCtx } from "../../platform/context.ts";

/** An operator of the staff decides up to a limit; finance and admins above it (rule 74). Null: he may; else forbidden. */
export function checkOwnLimit(ctx: UserCtx, amountMinor: bigint): Refused | null {
  if (ctx.actor.userType !== "operator") return null;
  const limit = parseAmount(ctx.app.config.current.operator_approve_limit) ?? 0n;
  return amountMinor > limit ? new Refused("forbidden", { details: { limit: ctx.app.config.current.operator_approve_limit } }) : null;
}
