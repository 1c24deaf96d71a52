/** What a member of staff may decide alone. */
import { parseAmount } from "../../../contract/money.ts";
import type { UserCtx } from "../../platform/context.ts";
import { refuse } from "../../platform/refusal.ts";

/** An operator of the staff decides up to a limit; finance and admins above it (rule 74). @throws Refusal forbidden */
export function checkOwnLimit(ctx: UserCtx, amountMinor: bigint): void {
  if (ctx.actor.userType !== "operator") return;
  const limit = parseAmount(ctx.app.config.current.operator_approve_limit) ?? 0n;
  if (amountMinor > limit) refuse("forbidden", { details: { limit: ctx.app.config.current.operator_approve_limit } });
}
