/** What stands behind a figure: the list that it opens, and what the rows there come to. Pure; `test/back-office/figures.test.ts` follows each. */
import { businessDayStart, HOUR_MS } from "../contract/time.ts";
import type { Query } from "./paths.ts";
import type { ScreenName } from "./screens.ts";

/** Where a figure leads, and what is to be found there. */
export interface Behind {
  readonly screen: ScreenName;
  readonly query?: Query;
  /** How many rows the list has; left out where the figure is no count of them. */
  readonly count?: number;
  /** What a field of all rows adds up to, in the text of an amount; several fields count together. */
  readonly sum?: { readonly fields: readonly string[]; readonly amount: string };
}

/** What one field of the rows adds up to. */
export const sumOf = (field: string, amount: string): NonNullable<Behind["sum"]> => ({ fields: [field], amount });

/** Payments that completed in an hour of a business day. */
export function doneInHour(day: string, hour: number, count: number, collected: string): Behind {
  const from = businessDayStart(day) + hour * HOUR_MS;
  const stretch = [from, from + HOUR_MS - 1].map((ms) => new Date(ms).toISOString()).join("..");
  return { screen: "payments", query: { status: "completed", paid_at: stretch }, count, sum: sumOf("received_amount", collected) };
}
