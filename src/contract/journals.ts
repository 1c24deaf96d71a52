/** Journals: entries on merchants' accounts (rule 52). */
export const JOURNAL_KINDS = [
  "payment",
  "payment_fee",
  "disburse_hold",
  "disburse_release",
  "disburse_return",
  "withdrawal_hold",
  "withdrawal_release",
  "merchant_credit",
  "merchant_debit",
  "payment_reversal",
  "payment_reversal_fee",
  "opening",
] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];
