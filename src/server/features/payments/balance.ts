/** GET /v1/balance: what the merchant may spend and what is held for it. */
import { formatAmount } from "../../../contract/money.ts";
import type { MerchantCtx } from "../../platform/context.ts";

/** The merchant's balances from the ledger. */
export async function balanceOf(ctx: MerchantCtx): Promise<{ available: string; held: string; currency: string }> {
  const rows = await ctx.app.db.rows<{ kind: string; balance: bigint }>(
    "select kind, balance from accounts where kind in ('merchant', 'hold') and owner_id = $1",
    [ctx.actor.merchantId],
  );
  const of = (kind: string): string => formatAmount(rows.find((row) => row.kind === kind)?.balance ?? 0n);
  return { available: of("merchant"), held: of("hold"), currency: ctx.app.config.current.currency };
}
