/** Entries of the merchants' accounts. */
import type { Shape } from "../shape.ts";
import type * as zh from "../zh/entries.ts";

/** Kinds of entries of a merchant's accounts. */
export const journalKind = {
  payment: "Payment",
  payment_fee: "Payment fee",
  disburse_hold: "Payout hold",
  disburse_release: "Payout release",
  disburse_return: "Returned payout",
  withdrawal_hold: "Withdrawal hold",
  withdrawal_release: "Withdrawal release",
  merchant_credit: "Manual credit",
  merchant_debit: "Manual debit",
  payment_reversal_fee: "Fee returned with a reversal",
  payment_reversal: "Payment reversal",
  opening: "Opening balance brought in",
} satisfies Shape<typeof zh.journalKind>;
