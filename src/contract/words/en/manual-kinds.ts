/** Kinds of manual operations: home's queue names them, so they come before their screen. */
import type { Shape } from "../shape.ts";
import type * as zh from "../zh/manual-kinds.ts";

/** Kinds of manual operations. */
export const manualKind = {
  merchant_credit: "Merchant credit",
  merchant_debit: "Merchant debit",
  wallet_credit: "Wallet credit",
  wallet_debit: "Wallet debit",
  b2b_credit: "B2B in",
  b2b_debit: "B2B out",
  assign_message: "Assign message to order",
  write_off: "Write off",
  payment_reversal: "Payment reversal",
  opening: "Opening balance",
} satisfies Shape<typeof zh.manualKind>;
