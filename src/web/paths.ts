/** The only builder and reader of addresses. */
import { LOCALES, type Locale, SCREEN_NAMES, SCREENS, type ScreenName } from "./screens.ts";

/** Query key that holds the id of the object whose drawer is open. */
export const OPEN_KEY = "open";

/** Values of an address's query; absent, null and empty values are left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Prefix of a language: none for Chinese, `/en` for English. */
function prefixOf(locale: Locale): string {
  return locale === "zh" ? "" : `/${locale}`;
}

/** Writes a query with its question mark, or "" when nothing is left. */
export function queryText(query: Query | undefined): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") parameters.set(key, String(value));
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** Address of a screen in a language, with filters. */
export function pathTo(locale: Locale, name: ScreenName, query?: Query): string {
  const own = SCREENS[name].path;
  const prefix = prefixOf(locale);
  const base = own === "/" && prefix !== "" ? prefix : `${prefix}${own}`;
  return base + queryText(query);
}

/** Language and bare address of a path: `/en/payments` is English `/payments`. `prefixed` tells whether the address names the language. */
export function splitPath(pathname: string): { locale: Locale; bare: string; prefixed: boolean } {
  for (const locale of LOCALES) {
    const prefix = prefixOf(locale);
    if (prefix === "") continue;
    if (pathname === prefix) return { locale, bare: "/", prefixed: true };
    if (pathname.startsWith(`${prefix}/`)) return { locale, bare: pathname.slice(prefix.length) || "/", prefixed: true };
  }
  return { locale: "zh", bare: pathname, prefixed: false };
}

/** The screen at a path, or null for an address that is none of ours. A slash at the end does not matter. */
export function screenAt(pathname: string): ScreenName | null {
  const { bare } = splitPath(pathname);
  const clean = bare.replace(/([^/])\/+$/, "$1");
  return SCREEN_NAMES.find((name) => SCREENS[name].path === clean) ?? null;
}

/** The same place in another language: screen, filters, open drawer and hash stay. */
export function inLocale(locale: Locale, location: { pathname: string; search: string; hash: string }): string {
  const { bare } = splitPath(location.pathname);
  const prefix = prefixOf(locale);
  return (bare === "/" && prefix !== "" ? prefix : `${prefix}${bare}`) + location.search + location.hash;
}

/** Screens whose rows a type letter or an object's type name belongs to. */
export const OBJECT_SCREENS = {
  payment: "payments",
  disburse: "disburses",
  transfer: "transfers",
  withdrawal: "withdrawal",
  wallet: "wallets",
  merchant: "merchants",
  user: "users",
  sms: "sms",
  journal: "journals",
  manual: "manual",
  bulk: "bulk",
} as const satisfies Record<string, ScreenName>;

/** Screen that shows objects of a type (`payment`, `wallet`, …), or null when none does. Plural names work too. */
function screenOfObject(type: string): ScreenName | null {
  return (OBJECT_SCREENS as Readonly<Record<string, ScreenName>>)[type] ?? SCREEN_NAMES.find((name) => name === type) ?? null;
}

/** Address of one object's drawer, or null when no screen shows such objects. Requests for a second approval, batches and message rules live in tabs; all rules and harmless words stand on one page. */
export function objectPath(locale: Locale, type: string, id: string): string | null {
  if (type === "approval") return pathTo(locale, "manual", { tab: "approvals", [OPEN_KEY]: id });
  if (type === "batch") return pathTo(locale, "disburses", { tab: "batches", [OPEN_KEY]: id });
  if (type === "delivery") return pathTo(locale, "merchants", { tab: "deliveries", [OPEN_KEY]: id });
  if (type === "rule" || type === "ending") return pathTo(locale, "sms", { tab: "rules" });
  const screen = screenOfObject(type);
  return screen === null ? null : pathTo(locale, screen, { [OPEN_KEY]: id });
}
