/** Transfers of float. */
import type { Shape } from "../shape.ts";
import type * as zh from "../zh/transfers.ts";

/** Kinds of transfers. */
export const transferKind = { wallet: "Wallet to wallet", b2b_in: "B2B in", b2b_out: "B2B out" } satisfies Shape<typeof zh.transferKind>;

/** Statuses of transfers. */
export const transferStatus = {
  pending: "To approve",
  processing: "Processing",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
} satisfies Shape<typeof zh.transferStatus>;
