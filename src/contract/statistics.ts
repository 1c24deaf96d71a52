/** Figures behind the plots: words of their contract. */
import type { Needed } from "./needed.ts";

/** Who sees a merchant's own statistics, call and screen: its own people (`merchant.own` is nobody else's) who see home and amounts. */
export const OWN_STATISTICS = { all: ["merchant.own", "home.see", "amounts.see"] } as const satisfies Needed;

/** How long money has been without an explanation, in business days: of today, yesterday, two to three days ago, and so on. */
export const SUSPENSE_AGES = ["d0", "d1", "d2_3", "d4_7", "d8_30", "d31"] as const;
export type SuspenseAgeName = (typeof SUSPENSE_AGES)[number];

/** Most business days of one answer. */
export const MAX_RANGE_DAYS = 366;
