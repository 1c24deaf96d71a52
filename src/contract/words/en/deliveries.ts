/** Notifications. */
import type { Shape } from "../shape.ts";
import type * as zh from "../zh/deliveries.ts";

/** Statuses of notifications. */
export const deliveryStatus = { none: "No URL", waiting: "Waiting", delivered: "Delivered", failed: "Failed", stopped: "Stopped" } satisfies Shape<
  typeof zh.deliveryStatus
>;

/** Types of notifications. */
export const webhookType = {
  payment: {
    completed: "Payment completed",
    review: "Payment in review",
    expired: "Payment expired",
    rejected: "Payment rejected",
    cancelled: "Payment cancelled",
    reversed: "Payment reversed",
  },
  disburse: {
    completed: "Payout completed",
    failed: "Payout failed",
    rejected: "Payout rejected",
    cancelled: "Payout cancelled",
    returned: "Payout returned",
  },
  withdrawal: { paid: "Withdrawal paid", rejected: "Withdrawal rejected" },
} satisfies Shape<typeof zh.webhookType>;
