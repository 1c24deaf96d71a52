/** Whether a wallet's day agrees. */
import type { ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";
import { isOff } from "../../../i18n/format.ts";

/** True where anything of the day does not agree: its sides, its balances, or what was booked after its close. */
export function isDiffering(row: ReconciliationRow): boolean {
  return [row.payment_difference, row.disburse_difference, row.statement_payment_difference, row.statement_disburse_difference, row.difference, row.late].some(
    isOff,
  );
}
