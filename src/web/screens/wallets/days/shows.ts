/** Which days the reconciliation may show, as its address says it. */

/** Which days the tab shows; each is counted over the table. */
export const SHOWS = ["open", "clean", "differing", "not_imported", "unmatched", "closed"] as const;
export type Show = (typeof SHOWS)[number];
