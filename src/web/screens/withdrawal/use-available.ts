/**
 * A merchant's balance: read once, for home, the line over its withdrawals and the form. Two reads of one balance differ while money comes in.
 * The frame reads it again together with home's figures (`frame/waiting.ts`).
 */
import type { WithdrawalAvailable } from "../../../contract/withdrawal.schema.ts";
import { difference, sumOf } from "../../list/state/index.ts";
import { useRead } from "../../query.ts";

/** The figures of one merchant; `merchantId` undefined: the own one. */
export function useAvailable(merchantId: string | undefined, enabled: boolean) {
  return useRead("GET /api/withdrawal/available", { query: { merchant_id: merchantId } }, { enabled });
}

/** What of a balance is free, and what is held for payouts and withdrawals under way. Decimal strings, exact. */
export function partsOf({ balance, held, pending }: Pick<WithdrawalAvailable, "balance" | "held" | "pending">): {
  readonly free: string;
  readonly held: string;
} {
  const all = sumOf([held, pending]);
  return { free: difference(balance, all), held: all };
}
