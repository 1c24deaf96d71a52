/** How much of a wallet's limits is used. Pure. */
import { parseAmount } from "../../../contract/money.ts";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import type { Tone } from "../../theme.ts";

/** Nothing is left, in basis points. */
export const FULL_BPS = 10_000;

export type Period = "today" | "month";
export type Direction = "in" | "out";
/** One direction of one period against the same limits (rule 14: each direction counts for itself). */
export interface UsageLine {
  readonly direction: Direction;
  readonly amount: string;
  readonly count: number;
  readonly amountLimit: string | null;
  readonly countLimit: number | null;
  /** The larger of the shares of amount and count, in basis points; null without any limit. */
  readonly usedBps: number | null;
}

/** Share of a limit in basis points, rounded down but never to nothing: 10 000 means that nothing is left. Above that: money came in anyway. */
export function amountBps(used: string, limit: string | null): number | null {
  const usedMinor = parseAmount(used);
  const limitMinor = limit === null ? null : parseAmount(limit);
  if (usedMinor === null || limitMinor === null) return null;
  if (limitMinor === 0n) return FULL_BPS;
  return Math.max(usedMinor > 0n ? 1 : 0, Number((usedMinor * BigInt(FULL_BPS)) / limitMinor));
}

/** As {@link amountBps}, of a number of orders. */
export function countBps(used: number, limit: number | null): number | null {
  return limit === null ? null : Math.max(used > 0 ? 1 : 0, Math.floor((used * FULL_BPS) / limit));
}

/** Both directions of a period. */
export function usageOf(row: WalletRow, period: Period): readonly [UsageLine, UsageLine] {
  const [amountLimit, countLimit] = period === "today" ? [row.daily_max, row.daily_count_max] : [row.month_max, row.month_count_max];
  const line = (direction: Direction, used: WalletRow["today"]): UsageLine => {
    const shares = [amountBps(used.amount, amountLimit), countBps(used.count, countLimit)].filter((share) => share !== null);
    return { direction, amount: used.amount, count: used.count, amountLimit, countLimit, usedBps: shares.length === 0 ? null : Math.max(...shares) };
  };
  return period === "today" ? [line("in", row.today), line("out", row.today_out)] : [line("in", row.month), line("out", row.month_out)];
}

/** Colour of a bar: nothing to do, near the limit as the configuration has it, or full. */
export function usageTone(usedBps: number | null, nearPercent: number): Tone {
  if (usedBps === null || usedBps < nearPercent * 100) return "busy";
  return usedBps < FULL_BPS ? "ask" : "bad";
}
