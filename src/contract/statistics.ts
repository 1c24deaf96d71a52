/** Figures behind the plots: words of their contract. */

/** How long money has been without an explanation, in business days: of today, yesterday, two to three days ago, and so on. */
export const SUSPENSE_AGES = ["d0", "d1", "d2_3", "d4_7", "d8_30", "d31"] as const;
export type SuspenseAgeName = (typeof SUSPENSE_AGES)[number];
