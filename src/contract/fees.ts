/** Fee rules with tiers, per merchant, direction and optionally operator. */
export const FEE_DIRECTIONS = ["payment", "disburse"] as const;
export type FeeDirection = (typeof FEE_DIRECTIONS)[number];
/** Where a version of a rule stands now. */
export const FEE_STATES = ["past", "present", "future", "cancelled"] as const;
export type FeeState = (typeof FEE_STATES)[number];
export const FEE_TIERS_MAX = 20;
/** A rule may be set to begin this far ahead, days. */
export const FEE_AHEAD_MAX_DAYS = 366;
export const FEE_PERIODS = ["last_month", "last_30_days"] as const;
/** Orders that a preview counts at most: the newest ones. */
export const FEE_PREVIEW_CAP = 200_000;
