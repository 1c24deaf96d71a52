/** How much of a wallet's limits is used. Pure. */
import { parseAmount } from "../../../contract/money.ts";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import type { Tone } from "../../theme.ts";

/** From here on a bar asks for attention, in percent; full from {@link FULL_PERCENT}. */
export const NEAR_PERCENT = 90;
export const FULL_PERCENT = 100;

export type Period = "today" | "month";
export type Direction = "in" | "out";
/** One direction of one period against the same limits (decision 14: each direction counts for itself). */
export interface UsageLine {
  readonly direction: Direction;
  readonly amount: string;
  readonly count: number;
  readonly amountLimit: string | null;
  readonly countLimit: number | null;
  /** The larger of the shares of amount and count, in whole percent; null without any limit. */
  readonly percent: number | null;
}

/** Share of a limit in whole percent, rounded down: 100 means that nothing is left. Above 100: money came in anyway. */
export function amountPercent(used: string, limit: string | null): number | null {
  const usedMinor = parseAmount(used);
  const limitMinor = limit === null ? null : parseAmount(limit);
  if (usedMinor === null || limitMinor === null) return null;
  return limitMinor === 0n ? FULL_PERCENT : Number((usedMinor * 100n) / limitMinor);
}

/** As {@link amountPercent}, of a number of orders. */
export function countPercent(used: number, limit: number | null): number | null {
  return limit === null ? null : Math.floor((used * 100) / limit);
}

/** Both directions of a period. */
export function usageOf(row: WalletRow, period: Period): readonly [UsageLine, UsageLine] {
  const [amountLimit, countLimit] = period === "today" ? [row.daily_max, row.daily_count_max] : [row.month_max, row.month_count_max];
  const line = (direction: Direction, used: WalletRow["today"]): UsageLine => {
    const shares = [amountPercent(used.amount, amountLimit), countPercent(used.count, countLimit)].filter((share) => share !== null);
    return { direction, amount: used.amount, count: used.count, amountLimit, countLimit, percent: shares.length === 0 ? null : Math.max(...shares) };
  };
  return period === "today" ? [line("in", row.today), line("out", row.today_out)] : [line("in", row.month), line("out", row.month_out)];
}

/** Colour of a bar: nothing to do, near the limit, or full. */
export function usageTone(percent: number | null): Tone {
  if (percent === null || percent < NEAR_PERCENT) return "busy";
  return percent < FULL_PERCENT ? "ask" : "bad";
}
