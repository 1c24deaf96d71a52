/** Redacted links: an address under which one order or withdrawal is read in part without signing in (docs/decisions/0071). */
import type { Permission } from "./permissions.ts";

/** What can be shared, and what it takes to see it. */
export const LINKED = { payment: "payments.see", disburse: "disburses.see", withdrawal: "withdrawal.see" } as const satisfies Record<string, Permission>;
export type LinkedKind = keyof typeof LINKED;

/** For how long, ms. */
export const LINK_SPANS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
export type LinkSpan = keyof typeof LINK_SPANS;
export const LINK_SPAN_NAMES = ["hour", "day", "week"] as const satisfies readonly LinkSpan[];

/** Links of one object and one house that open: more is a mistake. */
export const LINKS_AT_ONCE = 20;
/** Where they lead. */
export const LINK_PATH = "/share/";
