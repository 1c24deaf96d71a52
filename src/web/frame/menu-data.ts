/** Which menu entries a person sees, where they lead, and how much waits behind each. */
import type { Home } from "../../contract/home.schema.ts";
import { meets } from "../../contract/needed.ts";
import type { Permission } from "../../contract/permissions.ts";
import { pathTo } from "../paths.ts";
import { routeState } from "../route-state.ts";
import { isBuilt } from "../built.ts";
import { type Locale, MENU, MENU_CORNER, type ScreenName, screenRow, seesWhole } from "../screens.ts";

export interface MenuEntry {
  readonly name: ScreenName;
  readonly isChild: boolean;
}

/**
 * Only what is built and permitted. Children whose parent is hidden stand alone (a merchant user's journals), and so does what is left of a
 * screen: nothing belongs under it, nor it under anything.
 */
export function menuEntries(may: (permission: Permission) => boolean, built: (name: ScreenName) => boolean = isBuilt): MenuEntry[] {
  const shown = (name: ScreenName): boolean => built(name) && meets(may, screenRow(name).permission);
  return MENU.flatMap(({ name, children }) => {
    const parent = shown(name) && seesWhole(may, name);
    const below = (children as readonly ScreenName[]).filter(shown).map((child) => ({ name: child, isChild: parent && seesWhole(may, child) }));
    const alone = { name, isChild: false };
    return parent ? [alone, ...below] : shown(name) ? [...below, alone] : below;
  });
}

/** The entries at the corner. */
export function cornerEntries(may: (permission: Permission) => boolean, built: (name: ScreenName) => boolean = isBuilt): MenuEntry[] {
  return MENU_CORNER.filter((name) => built(name) && meets(may, screenRow(name).permission)).map((name) => ({ name, isChild: false }));
}

/** Address of a screen as it was left within the last hour; of the one that stands here, the plain one: that is the way back to all of it. */
export function menuTarget(locale: Locale, name: ScreenName, here: ScreenName | null): string {
  return pathTo(locale, name) + (name === here ? "" : (routeState(name)?.search ?? ""));
}

type Waiting = Home["waiting"];
const BADGES: Partial<Record<ScreenName, (waiting: Waiting) => number>> = {
  payments: (waiting) => waiting.payments_review,
  disburses: (waiting) => waiting.disburses_review + waiting.disburses_unknown,
  transfers: (waiting) => waiting.transfers_pending,
  manual: (waiting) => waiting.approvals,
  wallets: (waiting) => waiting.wallets_gap + waiting.wallets_offline,
  sms: (waiting) => waiting.sms_unmatched + waiting.sms_suspicious + waiting.sms_unparsed,
  merchants: (waiting) => waiting.deliveries_failed,
  withdrawal: (waiting) => waiting.withdrawals_pending + waiting.withdrawals_approved,
};

/** How much waits for a decision on a screen; 0 shows nothing. */
export function badgeOf(name: ScreenName, home: Pick<Home, "waiting" | "queue"> | undefined): number {
  if (home === undefined) return 0;
  return name === "queue" ? (home.queue?.open ?? 0) : (BADGES[name]?.(home.waiting) ?? 0);
}
