/**
 * Which wallet pays an order, under every limit of its paying side, and why the others do not (rule 66).
 * Pure: the caller reads the wallets under the operator's routing lock. All amounts are minor units.
 */
import type { RoutingRefusal } from "../../contract/payments.ts";
import { isCooling, limitRefusal, usedShare, type RoutingResult, type WalletLimits, type WalletUse } from "../payments/routing.ts";

export interface PayingWallet extends WalletLimits, WalletUse {
  readonly id: bigint;
  readonly payout: boolean;
  /** False when no payout rail is built for this kind of wallet. */
  readonly hasRail: boolean;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly open: boolean;
  readonly bound: boolean;
  readonly online: boolean;
  /** Payouts are stopped until a person has looked (an unexplained debit). */
  readonly stopped: boolean;
  /** What the wallet can still promise: its books less what is frozen, less what left in transit, with the costs expected. */
  readonly freeMinor: bigint;
  /** What the operator is expected to charge for this order. */
  readonly costMinor: bigint;
}

export interface PayoutRouting {
  readonly chosen: bigint | null;
  /** One line per wallet, in the order given. */
  readonly wallets: readonly RoutingResult[];
}

/** Why this wallet cannot pay the amount now; null: it can. */
export function payoutRefusal(wallet: PayingWallet, amountMinor: bigint, atMs: number): RoutingRefusal | null {
  if (wallet.deleted) return "deleted";
  if (!wallet.enabled) return "disabled";
  if (!wallet.payout || !wallet.hasRail) return "not_paying";
  if (!wallet.open) return "closed";
  if (!wallet.bound) return "unbound";
  if (!wallet.online) return "offline";
  if (wallet.stopped) return "frozen";
  const limit = limitRefusal(wallet, wallet, amountMinor);
  if (limit !== null) return limit;
  if (wallet.freeMinor < amountMinor + wallet.costMinor) return "balance_low";
  if (isCooling(wallet, wallet, atMs)) return "cooling";
  return null;
}

const byUse = (left: PayingWallet, right: PayingWallet): number =>
  (usedShare(left, left) ?? 0) - (usedShare(right, right) ?? 0) || left.lastUsedMs - right.lastUsedMs || (left.id < right.id ? -1 : 1);

/** Chooses the wallet with the lowest share of its daily limit, then the one that was used longest ago. */
export function routePayout(wallets: readonly PayingWallet[], amountMinor: bigint, atMs: number): PayoutRouting {
  const judged = wallets.map((wallet) => ({ wallet, refusal: payoutRefusal(wallet, amountMinor, atMs) }));
  const [best] = judged
    .filter((one) => one.refusal === null)
    .map((one) => one.wallet)
    .sort(byUse);
  return {
    chosen: best?.id ?? null,
    wallets: judged.map(({ wallet, refusal }) => ({
      walletId: wallet.id,
      result: refusal ?? (wallet.id === best?.id ? "chosen" : "free"),
      shareBps: usedShare(wallet, wallet),
    })),
  };
}
