/** What confirmations and forms name a withdrawal by. */
import type { WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { moneyText } from "../../i18n/format.ts";

/** Id, amount, whose it is and where it goes. */
export function whatOf(row: WithdrawalRow, { currency }: CellTools): Record<"id" | "amount" | "merchant" | "account", string> {
  return { id: row.id, amount: moneyText(row.amount, currency), merchant: row.merchant_name, account: row.receiving_account };
}
