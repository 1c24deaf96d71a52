/** Where a person was going when something had to come first: sign-in, a password, an authenticator. */
import { currentLocale } from "./i18n/locale.ts";
import { inLocale, pathTo, screenAt } from "./paths.ts";

/** Kept in the history entry, never in the address. */
export interface WayBack {
  readonly back?: string;
}

/** The place that is shown now, to come back to. */
export function hereBack(): WayBack {
  return { back: location.pathname + location.search + location.hash };
}

/** The place that was left, in the language that is shown now; else home. @param state of the history entry */
export function placeAfter(state: unknown): string {
  const home = pathTo(currentLocale(), "index");
  const back = typeof state === "object" && state !== null ? (state as WayBack).back : undefined; // what is not ours is checked below
  if (typeof back !== "string" || !back.startsWith("/") || back.startsWith("//")) return home;
  const place = new URL(back, location.origin);
  return screenAt(place.pathname) === "signin" ? home : inLocale(currentLocale(), place);
}
