/** Entries that merchants' accounts do not have. */
import type { Shape } from "../shape.ts";
import type * as zh from "../zh/wallet-entries.ts";

/** Kinds of entries of wallets and of the platform. */
export const walletEntryKind = {
  disburse: "Payout",
  disburse_fee: "Payout fee",
  withdrawal: "Withdrawal",
  wallet_credit: "Manual credit",
  wallet_debit: "Manual debit",
  suspense: "Suspense",
  extra: "Remittance incentive",
  reported: "Confirmed by message",
  unexplained: "Unexplained debit",
  reversal: "Reversal by the operator",
  operator_cost: "Operator cost",
  commission: "Commission",
  transfer_out: "Transfer out",
  transfer_in: "Transfer in",
  transfer_returned: "Returned transfer",
  b2b_in: "B2B credit",
  b2b_out: "B2B debit",
  b2b_credit: "B2B credit",
  b2b_debit: "B2B debit",
} satisfies Shape<typeof zh.walletEntryKind>;
