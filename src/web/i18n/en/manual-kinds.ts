import type { Shape } from "../shape.ts";
import type { manualKinds as zhKinds } from "../zh/manual-kinds.ts";

/** Home's queue names a manual operation by its kind; the other words of these come with their screen. */
export const manualKinds = {
  kind: {
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
  },
} satisfies Shape<typeof zhKinds>;
