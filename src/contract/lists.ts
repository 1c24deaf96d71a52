/** The lists of the dashboard by name: what preferences, saved views and exports hang on. */
export const LIST_NAMES = [
  "payments",
  "disburses",
  "batches",
  "sms",
  "wallets",
  "merchants",
  "deliveries",
  "transfers",
  "withdrawal",
  "journals",
  "manual",
  "approvals",
  "users",
  "audit",
  "bulk",
] as const;
export type ListName = (typeof LIST_NAMES)[number];
/** What saved views are of: every list, and screens that are filtered without being one. */
export const VIEW_PLACES = [...LIST_NAMES, "queue"] as const;
export type ViewPlace = (typeof VIEW_PLACES)[number];

/** How high the rows of a list are. */
export const DENSITIES = ["normal", "compact"] as const;
export type Density = (typeof DENSITIES)[number];
