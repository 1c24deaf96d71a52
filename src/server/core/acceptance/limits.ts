/**
 * The calendar of an operator's limits: its own clock, not the business day (rule 14). The figures of a day and a month are kept by
 * `usage_add`, `usage_out`, `usage_release` and `acceptance_write` under the row's lock; `test/books/one-rule.test.ts` holds them to this.
 */
import { operatorInfo, type Operator } from "../../../contract/operators.ts";
import { dayAtOffset } from "../../../contract/time.ts";
import type { App } from "../../platform/context.ts";

/** Orders that expired later than this still hold their amounts, and a late message may still pay them; ISO 8601. */
export const lateSince = (app: App): string => new Date(app.now() - app.config.current.late_match_hours * 3_600_000).toISOString();

/** The operator's day and the first day of its month at an instant. */
export function limitDay(operator: string, ms: number): { day: string; month: string } {
  // The column holds registered operators only.
  const day = dayAtOffset(ms, operatorInfo(operator as Operator).offsetMinutes * 60_000);
  return { day, month: `${day.slice(0, 7)}-01` };
}

/** A row of wallet_usage, or nothing where a wallet has none: what was counted last, on a day and in a month that may be over. */
export interface UsageRow {
  readonly day: string | null;
  readonly day_amount: bigint | null;
  readonly day_count: number | null;
  readonly month: string | null;
  readonly month_amount: bigint | null;
  readonly month_count: number | null;
}

/** What is used of a wallet's limits in the running day and month; minor units. */
export interface Used {
  readonly dayMinor: bigint;
  readonly dayCount: number;
  readonly monthMinor: bigint;
  readonly monthCount: number;
}

/** Figures of an older day or month are over. @param today {@link limitDay} of now */
export function usedOf(row: UsageRow | null | undefined, today: { readonly day: string; readonly month: string }): Used {
  const sameDay = row?.day === today.day;
  const sameMonth = row?.month === today.month;
  return {
    dayMinor: (sameDay ? row.day_amount : null) ?? 0n,
    dayCount: (sameDay ? row.day_count : null) ?? 0,
    monthMinor: (sameMonth ? row.month_amount : null) ?? 0n,
    monthCount: (sameMonth ? row.month_count : null) ?? 0,
  };
}
