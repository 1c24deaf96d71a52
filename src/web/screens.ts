/** Every screen of the product: its name, address, who sees it and where it stands in the menu. Routes, menu and palette read this table. */
import type { Locale } from "../contract/locale.ts";
import type { Needed } from "../contract/needed.ts";
import type { Permission } from "../contract/permissions.ts";
import { OWN_STATISTICS } from "../contract/statistics.ts";

export { LOCALES, type Locale } from "../contract/locale.ts";

type PartTitle = "approvals.title" | "deliveries.title";

/** Lists that share a screen, each with what it takes to see it. The first is the screen's own; whoever sees any of them has the screen. */
export const SCREEN_TABS = {
  journals: { journals: "journals.see", seals: "seals.see" },
  manual: { operations: "manual.see", approvals: "approvals.see" },
  merchants: { merchants: "merchants.see", deliveries: "deliveries.see" },
  sms: { sms: "sms.see", lab: "sms.try", rules: "sms.see" },
  users: { users: "users.see", roles: "roles.see", audit: "audit.see" },
  wallets: { wallets: "wallets.see", statistics: "statistics.see", reconciliation: "reconciliation.see" },
} as const satisfies Record<string, Readonly<Record<string, Permission>>>;

interface ScreenRow {
  /** Address without language prefix. */
  readonly path: `/${string}`;
  /** Needed to see it; null = everybody who is signed in (or not, for sign-in). */
  readonly permission: Needed;
  /** Needed to find all that its name says. Who opens it without finds a part of it, which has a name of its own. */
  readonly whole?: Permission;
  /** What that part is called: a message. */
  readonly part?: PartTitle;
  /** Second key after `g`. */
  readonly key?: string;
}

/** The specification's fifteen routes, the exception queue, the acts on many, a merchant's own statistics and the files to download. The name of "/" is `index`; route ids are `{name}___{locale}`. */
export const SCREENS = {
  index: { path: "/", permission: "home.see", key: "h" },
  bulk: { path: "/bulk", permission: "bulk.see", key: "b" },
  config: { path: "/config", permission: "config.see", key: "c" },
  disburses: { path: "/disburses", permission: "disburses.see", key: "d" },
  exports: { path: "/exports", permission: null, key: "f" },
  journals: { path: "/journals", permission: Object.values(SCREEN_TABS.journals), key: "j" },
  manual: { path: "/manual", permission: Object.values(SCREEN_TABS.manual), whole: "manual.see", part: "approvals.title", key: "o" },
  merchants: { path: "/merchants", permission: Object.values(SCREEN_TABS.merchants), whole: "merchants.see", part: "deliveries.title", key: "m" },
  payments: { path: "/payments", permission: "payments.see", key: "p" },
  queue: { path: "/queue", permission: "exceptions.see", key: "q" },
  profile: { path: "/profile", permission: null, key: "i" },
  settings: { path: "/settings", permission: null, key: "e" },
  signin: { path: "/signin", permission: null },
  sms: { path: "/sms", permission: Object.values(SCREEN_TABS.sms), key: "s" },
  statistics: { path: "/statistics", permission: OWN_STATISTICS, key: "a" },
  transfers: { path: "/transfers", permission: "transfers.see", key: "t" },
  users: { path: "/users", permission: Object.values(SCREEN_TABS.users), key: "u" },
  wallets: { path: "/wallets", permission: Object.values(SCREEN_TABS.wallets), key: "w" },
  withdrawal: { path: "/withdrawal", permission: "withdrawal.see", key: "x" },
} as const satisfies Record<string, ScreenRow>;

export type ScreenName = keyof typeof SCREENS;
export const SCREEN_NAMES = Object.keys(SCREENS) as ScreenName[]; // keys of a literal: exactly its names

/** Looks a screen up under the common type. */
export function screenRow(name: ScreenName): ScreenRow {
  return SCREENS[name];
}

/** What it takes to find a tab's list: that of the screen's own one where none is named; null for a screen without tabs. */
export function tabNeeds(name: ScreenName, tab: string | null): Needed {
  const tabs: Readonly<Record<string, Permission>> = (SCREEN_TABS as Readonly<Partial<Record<ScreenName, Readonly<Record<string, Permission>>>>>)[name] ?? {};
  return tabs[tab ?? ""] ?? Object.values(tabs)[0] ?? null;
}

/** Whether these eyes find all of a screen that they may open. */
export function seesWhole(may: (permission: Permission) => boolean, name: ScreenName): boolean {
  const { whole } = screenRow(name);
  return whole === undefined || may(whole);
}

/** What a screen is called for these eyes: a merchant's people find the notifications alone behind the merchants' address. */
export function screenTitle(may: (permission: Permission) => boolean, name: ScreenName): PartTitle | `frame.screen.${ScreenName}` {
  return (seesWhole(may, name) ? undefined : screenRow(name).part) ?? `frame.screen.${name}`;
}

/** The keys that lead to a screen, one after the other, as the list of shortcuts names them; undefined: none. */
export function goKeys(name: ScreenName): `g ${string}` | undefined {
  const { key } = screenRow(name);
  return key === undefined ? undefined : `g ${key}`;
}

/** What the route of a screen knows about itself. */
export interface RouteHandle {
  readonly screen: ScreenName;
  readonly locale: Locale;
}

/** The menu in order; an entry's children stand under it. A merchant user has no platform parents, so children may surface alone. */
export const MENU = [
  { name: "index", children: ["queue", "bulk", "statistics", "exports"] },
  { name: "payments", children: [] },
  { name: "disburses", children: [] },
  { name: "transfers", children: ["manual"] },
  { name: "wallets", children: ["sms"] },
  { name: "merchants", children: ["withdrawal", "journals"] },
  { name: "users", children: [] },
] as const satisfies readonly { name: ScreenName; children: readonly ScreenName[] }[];
/** Entries at the menu's corner. */
export const MENU_CORNER = ["config", "settings", "profile"] as const satisfies readonly ScreenName[];
