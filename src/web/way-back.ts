/** Where a person was going when something had to come first: sign-in, a password, an authenticator. */
import { currentLocale } from "./i18n/locale.ts";
import { inLocale, pathTo, screenAt } from "./paths.ts";

/** Kept in the history entry, never in the address. */
export interface WayBack {
  readonly back?: string;
  /** Id of the person who was there; nobody else is led to it. */
  readonly of?: string;
}

/** The place that is shown now, to come back to. */
export function hereBack(): WayBack {
  return { back: location.pathname + location.search + location.hash };
}

/**
 * The place that was left, in the language that is shown now; else home.
 * @param state of the history entry
 * @param person id of who goes on
 */
export function placeAfter(state: unknown, person: string): string {
  const home = pathTo(currentLocale(), "index");
  const { back, of }: WayBack = typeof state === "object" && state !== null ? state : {};
  if (of !== undefined && of !== person) return home;
  if (typeof back !== "string" || !back.startsWith("/") || back.startsWith("//")) return home;
  const place = new URL(back, location.origin);
  return screenAt(place.pathname) === "signin" ? home : inLocale(currentLocale(), place);
}
