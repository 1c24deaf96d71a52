/** What confirmations and forms name a request by. */
import type { ApprovalRow } from "../../../contract/approvals.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { moneyText } from "../../i18n/format.ts";
import { kindWord, objectWord, personWord } from "./columns.tsx";

/** Maker, object and amount. */
export function whatOf(row: ApprovalRow, { t, currency }: CellTools): Record<"id" | "what" | "maker" | "object" | "amount", string> {
  return {
    id: row.id,
    what: kindWord(row),
    maker: personWord(row.maker),
    object: objectWord(row),
    amount: row.amount === null ? "" : t("approvals.withAmount", { amount: moneyText(row.amount, currency) }),
  };
}
