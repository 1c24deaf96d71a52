/** What becomes of manual operations. */
import type { Shape } from "../shape.ts";
import type * as zh from "../zh/manual-states.ts";

/** Statuses of manual operations. */
export const manualStatus = { requested: "Waiting", applied: "Applied", rejected: "Rejected", lapsed: "Lapsed" } satisfies Shape<typeof zh.manualStatus>;

/** Why a manual operation ended by itself. */
export const manualReason = {
  cancelled: "Cancelled by its maker",
  expired: "No decision within 24 hours",
  changed: "The object has changed since",
} satisfies Shape<typeof zh.manualReason>;
