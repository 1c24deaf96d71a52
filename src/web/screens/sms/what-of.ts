/** What confirmations and forms name a message by. */
import type { SmsRow } from "../../../contract/sms.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { moneyText } from "../../i18n/format.ts";

/** Id and amount, where the message has one. */
export function whatOf(row: SmsRow, { t, currency }: CellTools): { id: string; amount: string } {
  return { id: row.id, amount: row.amount === null ? t("sms.ask.noAmount") : moneyText(row.amount, currency) };
}
