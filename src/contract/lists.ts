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
/** What is filtered without being a list: its views hold filters and dates alone. */
export const FILTERED_PLACES = ["queue", "statistics", "reconciliation"] as const;
/** What saved views are of. */
export const VIEW_PLACES = [...LIST_NAMES, ...FILTERED_PLACES] as const;
export type ViewPlace = (typeof VIEW_PLACES)[number];
/** Whether views of it hold no columns. */
export const holdsFiltersAlone = (place: ViewPlace): boolean => FILTERED_PLACES.some((one) => one === place);

/** How high the rows of a list are. */
export const DENSITIES = ["normal", "compact"] as const;
export type Density = (typeof DENSITIES)[number];
