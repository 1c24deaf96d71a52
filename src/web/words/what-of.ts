/** What confirmations and forms name an order by. */
import type { CellTools } from "../cell-tools.ts";
import { moneyText } from "../i18n/format.ts";

/** Id and amount of a payment, a payout or a transfer. */
export function whatOf(row: { readonly id: string; readonly amount: string }, { currency }: CellTools): { id: string; amount: string } {
  return { id: row.id, amount: moneyText(row.amount, currency) };
}
