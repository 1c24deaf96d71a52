/** The close of a wallet's day in three steps: imported, without differences, every message explained. What is shown and what is counted come of one rule. */
import type { ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";
import { isDiffering } from "./differing.ts";
import type { Show } from "./shows.ts";

/** Days that have ended, are open, agree on every side, and whose real balance is known: what may be closed without another look. */
export function isClean(row: ReconciliationRow, today: string): boolean {
  return !row.closed && row.date < today && row.real_balance !== null && !isDiffering(row);
}

/** What of it belongs to a choice. Of the running day nothing is missing yet. */
function belongs(row: ReconciliationRow, show: Show, today: string): boolean {
  const waits = !row.closed && row.date < today;
  switch (show) {
    case "open":
      return waits;
    case "clean":
      return isClean(row, today);
    case "differing":
      return isDiffering(row);
    case "not_imported":
      return waits && row.statement === null;
    case "unmatched":
      return row.unmatched + row.in_review > 0;
    case "closed":
      return row.closed;
  }
}

/** The rows of a choice; null: all. */
export function shownOf(rows: readonly ReconciliationRow[], show: Show | null, today: string): readonly ReconciliationRow[] {
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
