/**
 * Which wallet pays an order, under every limit of its paying side, and why the others do not (rule 66).
 * Pure: the caller reads the wallets under the operator's routing lock. All amounts are minor units.
 */
import type { RoutingOutcome, RoutingRefusal } from "../../contract/payments.ts";
import { isCooling, limitRefusal, usedShare, type RestCounts, type RoutingResult, type WalletLimits, type WalletUse } from "../payments/routing.ts";

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

/** What may be said of a wallet, in the order in which {@link payoutRefusal} asks: whoever comes last has come nearest to paying. */
const AS_ASKED: readonly RoutingOutcome[] = [
  ...(["deleted", "disabled", "not_paying", "closed", "unbound", "offline", "frozen"] as const),
  ...(["below_min", "above_max", "day_amount", "month_amount", "day_count", "month_count", "balance_low", "cooling", "free", "chosen"] as const),
];

/**
 * What is kept of a choice: all wallets as they were given where they are few, else those that came nearest to paying, nearest first,
 * and how many others there are, by what is said of them.
 * @param most lines at the most
 */
export function payoutOutlook({ wallets }: PayoutRouting, most: number): { readonly listed: readonly RoutingResult[]; readonly rest: RestCounts } {
  if (wallets.length <= most) return { listed: wallets, rest: {} };
  const nearest = wallets.toSorted((left, right) => AS_ASKED.indexOf(right.result) - AS_ASKED.indexOf(left.result));
  const rest: Partial<Record<RoutingOutcome, number>> = {};
  for (const { result } of nearest.slice(most)) rest[result] = (rest[result] ?? 0) + 1;
  return { listed: nearest.slice(0, most), rest };
}
