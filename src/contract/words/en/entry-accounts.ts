/** Accounts of the ledger. */
import type { Shape } from "../shape.ts";
import type * as zh from "../zh/entry-accounts.ts";

/** Accounts by their role. */
export const entryAccount = {
  wallet: "Wallet",
  merchant: "Merchant balance",
  hold: "Merchant hold",
  fees: "Fee income",
  operator_costs: "Operator costs",
  suspense: "Suspense",
  unexplained: "Unexplained",
  unreported: "Waiting for its message",
  commissions: "Commission income",
  b2b: "B2B",
  settlement: "Merchant withdrawals",
  adjustments: "Adjustments",
  transit: "In transit",
} satisfies Shape<typeof zh.entryAccount>;
