/**
 * The hide-amounts switch: amounts on this screen are covered for whoever looks over the shoulder or at a shared screen
 * (docs/decisions/0070). Kept in a cookie, so of this browser; what the server answers is as before.
 */
import { coverAmounts } from "../contract/amount-in-text.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import { createStore, useStore } from "./store.ts";

/** What stands in place of an amount. */
export const COVER = "••••";
/** The key that hides and shows. */
export const COVER_KEY = "shift+h";
const COOKIE = "amounts";
const HIDDEN = "hidden";
const store = createStore(false);

/** True while amounts are covered. */
export function isCovered(): boolean {
  return store.get();
}

/** As {@link isCovered}; renders again when it changes. */
export function useCovered(): boolean {
  return useStore(store);
}

/** Covers amounts, or shows them, in this browser from now on. */
export function setCovered(covered: boolean): void {
  writeCookie(COOKIE, covered ? HIDDEN : "shown");
  store.set(covered);
}

/** A text as it may be on the screen now. */
export function coverText(text: string): string {
  return store.get() ? coverAmounts(text, COVER) : text;
}

/** Takes the choice of this browser, and again when the page is looked at anew: another of its pages may have changed it. Runs once. */
export function startCovered(): void {
  const take = (): void => store.set(readCookie(COOKIE) === HIDDEN);
  take();
  document.addEventListener("visibilitychange", take);
}
