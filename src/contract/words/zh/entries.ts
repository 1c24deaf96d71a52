/** Entries of the merchants' accounts. */
import type { JournalKind } from "../../journals.ts";

/** Kinds of entries of a merchant's accounts. */
export const journalKind = {
  payment: "代收入账",
  payment_fee: "代收手续费",
  disburse_hold: "代付冻结",
  disburse_release: "代付解冻",
  disburse_return: "代付退回",
  withdrawal_hold: "提现冻结",
  withdrawal_release: "提现解冻",
  merchant_credit: "人工入账",
  merchant_debit: "人工出账",
  payment_reversal: "代收冲正",
  payment_reversal_fee: "冲正退回手续费",
  opening: "期初建账",
} satisfies Record<JournalKind, string>;
