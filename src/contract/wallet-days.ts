/** Wallets' days as rows: what does not agree, which belong to a choice, what they come to. The screen and its file go by the same rules. Pure. */
import { formatAmount, isOff, minorOf } from "./money.ts";
import { DAY_DIFFERENCES, type DayDifference } from "./reconciliation.ts";
import type { Reconciliation, ReconciliationRow, WalletStatistics, WalletStatisticsRow } from "./reconciliation.schema.ts";

/** Which days the reconciliation may show, as its address and its file have it; each is counted over the table. */
export const DAY_SHOWS = ["open", "clean", "differing", "not_imported", "unmatched", "closed"] as const;
export type DayShow = (typeof DAY_SHOWS)[number];

/** How the wallets' statistics are rows: one per wallet and day, or one per wallet. */
export const DAYS_BY = ["day", "wallet"] as const;
export type DaysBy = (typeof DAYS_BY)[number];

/** Figures of the wallets' statistics in their order (rule 44), on screen and in files: what was reported stands beside what was booked. */
export const STATISTIC_FIGURES = [
  "opening_balance",
  "closing_balance",
  "estimated_balance",
  "real_balance",
  "difference",
  "profit",
  "yesterday_credit",
  "yesterday_debit",
  "api_payment",
  "system_payment",
  "api_disburse",
  "system_disburse",
  "b2b_credit",
  "b2b_debit",
  "manual_credit",
  "manual_debit",
] as const satisfies readonly (keyof WalletStatisticsRow)[];
export type StatisticFigure = (typeof STATISTIC_FIGURES)[number];

/** What does not agree on a day; empty: nothing. */
export function differencesOf(row: Pick<ReconciliationRow, DayDifference>): Partial<Record<DayDifference, string>> {
  return Object.fromEntries(DAY_DIFFERENCES.flatMap((of) => (isOff(row[of]) ? [[of, row[of]]] : [])));
}

/** True where anything of the day does not agree. */
export function isDiffering(row: ReconciliationRow): boolean {
  return DAY_DIFFERENCES.some((of) => isOff(row[of]));
}

/** Where a day stands, on screen and in files; a day that still runs is not to be closed yet. */
export type DayStand = "closed" | "running" | "reopened" | "open";
export function standOf(row: ReconciliationRow, today: string): DayStand {
  if (row.closed) return "closed";
  if (row.date >= today) return "running";
  return row.close === null ? "open" : "reopened";
}

/** Whether a day has ended and is still to be closed. */
function waits(row: ReconciliationRow, today: string): boolean {
  const stand = standOf(row, today);
  return stand === "open" || stand === "reopened";
}

/** Days that have ended, are open, agree on every side, and whose real balance is known: what may be closed without another look. */
export function isClean(row: ReconciliationRow, today: string): boolean {
  return waits(row, today) && row.real_balance !== null && !isDiffering(row);
}

/** What of it belongs to a choice. Of the running day nothing is missing yet. */
function belongs(row: ReconciliationRow, show: DayShow, today: string): boolean {
  switch (show) {
    case "open":
      return waits(row, today);
    case "clean":
      return isClean(row, today);
    case "differing":
      return isDiffering(row);
    case "not_imported":
      return waits(row, today) && row.statement === null;
    case "unmatched":
      return row.unmatched + row.in_review > 0;
    case "closed":
      return row.closed;
  }
}

/** The rows of a choice; null: all. */
export function shownDays(rows: readonly ReconciliationRow[], show: DayShow | null, today: string): readonly ReconciliationRow[] {
  return show === null ? rows : rows.filter((row) => belongs(row, show, today));
}

/** Why a day that is open cannot be closed with the others, in the order in which it is put right. */
export const MISSING = ["not_ended", "no_real_balance", "differs"] as const;
export type Missing = (typeof MISSING)[number];
export function missingOf(row: ReconciliationRow, today: string): readonly Missing[] {
  return [
    ...(row.date >= today ? (["not_ended"] as const) : []),
    ...(row.real_balance === null ? (["no_real_balance"] as const) : []),
    ...(isDiffering(row) ? (["differs"] as const) : []),
  ];
}

/** How many wallets reported a balance, where some did not: only theirs stand in the sums of what was reported. */
export function reportingOf({ wallets }: Pick<WalletStatistics, "wallets">): number | null {
  const known = wallets.filter((row) => row.real_balance !== null).length;
  return known === 0 || known === wallets.length ? null : known;
}

type Sides = ReconciliationRow["api"];

function sidesTogether(sides: readonly Sides[]): Sides {
  const amount = (of: "payment" | "disburse"): string => formatAmount(sides.reduce((total, side) => total + minorOf(side[of]), 0n));
  const count = (of: "payment_count" | "disburse_count"): number => sides.reduce((total, side) => total + side[of], 0);
  return { payment: amount("payment"), disburse: amount("disburse"), payment_count: count("payment_count"), disburse_count: count("disburse_count") };
}

/** What rows come to; balances do not add up over days, and have no sum. */
export function sumsOfDays(rows: readonly ReconciliationRow[]): Reconciliation["sums"] {
  const [api, system] = [sidesTogether(rows.map((row) => row.api)), sidesTogether(rows.map((row) => row.system))];
  const statements = rows.flatMap((row) => row.statement ?? []);
  return {
    api,
    system,
    statement: statements.length === 0 ? null : sidesTogether(statements),
    payment_difference: formatAmount(minorOf(api.payment) - minorOf(system.payment)),
    disburse_difference: formatAmount(minorOf(api.disburse) - minorOf(system.disburse)),
    open_days: rows.filter((row) => !row.closed).length,
    differing_days: rows.filter(isDiffering).length,
  };
}
