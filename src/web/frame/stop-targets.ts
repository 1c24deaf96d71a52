/** Cells of the stop's matrix, and what of the product each of them names. */
import type { Operator } from "../../contract/operators.ts";
import type { SwitchTarget } from "../../contract/switches.schema.ts";
import type { MoneyDirection } from "../../contract/switches.ts";

export const SCOPES = ["platform", "merchant", "wallet"] as const;
export type Scope = (typeof SCOPES)[number];
/** All operators at once. */
export const ALL = "all";
export type Row = Operator | typeof ALL;

/** What a row and a direction stop in a scope; null while its object is not chosen. */
export function targetOf(scope: Scope, objectId: string | null, row: Row, direction: MoneyDirection): SwitchTarget | null {
  const operator = row === ALL ? {} : { operator: row };
  if (scope === "platform") return { scope: row === ALL ? "platform" : "operator", direction, ...operator };
  if (objectId === null) return null;
  return scope === "merchant" ? { scope, direction, merchant_id: objectId, ...operator } : { scope, direction, wallet_id: objectId };
}

/** The row that a cell (`bkash in`) stands in; the matrix makes no others. */
export const rowOf = (cell: string): Row => cell.split(" ")[0] as Row;

/** What cells stop. */
export function targetsOf(scope: Scope, objectId: string | null, chosen: readonly string[]): SwitchTarget[] {
  return chosen.flatMap((cell) => {
    const way = cell.split(" ")[1] as MoneyDirection; // as its row
    return targetOf(scope, objectId, rowOf(cell), way) ?? [];
  });
}
