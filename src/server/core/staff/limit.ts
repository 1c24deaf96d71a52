/** What a member of staff may decide alone. */
import { parseAmount } from "../../../contract/money.ts";
import { Refused } from "../../platform/refusal.ts";
import type { UserCtx } from "../../platform/context.ts";

/** What an act counts for where a threshold is looked at: an item of a job on many objects counts as all of them together, so none is passed by in pieces. */
export function withTogether(ctx: Pick<UserCtx, "together">, amountMinor: bigint): bigint {
  const sum = ctx.together?.sumMinor ?? 0n;
  return sum > amountMinor ? sum : amountMinor;
}

/** An operator of the staff decides up to a limit; finance and admins above it (rule 74). Null: he may; else forbidden. */
export function checkOwnLimit(ctx: UserCtx, amountMinor: bigint): Refused | null {
  if (ctx.actor.userType !== "operator") return null;
  const limit = parseAmount(ctx.app.config.current.operator_approve_limit) ?? 0n;
  return withTogether(ctx, amountMinor) > limit ? new Refused("forbidden", { details: { limit: ctx.app.config.current.operator_approve_limit } }) : null;
}
