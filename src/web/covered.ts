/**
 * The hide-amounts switch: amounts on this screen are covered for whoever looks over the shoulder or at a shared screen
 * (docs/decisions/0070). Kept in a cookie, so of this browser; what the server answers is as before.
 */
import { coverAmounts, coverPieces } from "../contract/amount-in-text.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import { createStore, useStore } from "./store.ts";

/** What stands in place of an amount. */
export const COVER = "••••";
/** The key that hides and shows. */
export const COVER_KEY = "shift+h";
const COOKIE = "amounts";
const HIDDEN = "hidden";
const store = createStore(false);
/** Tells the other windows of this browser that the choice is another. */
let windows: BroadcastChannel | null = null;

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
  windows?.postMessage(null);
}

/** A text as it may be on the screen now. */
export function coverText(text: string): string {
  return store.get() ? coverAmounts(text, COVER) : text;
}

/** Pieces of one text as they may be on the screen now: an amount that they say together is none. */
export function useCoveredPieces(pieces: readonly string[]): readonly string[] {
  return useCovered() ? coverPieces(pieces, COVER) : pieces;
}

/** Takes the choice of this browser, and again when another of its windows changes it, or the page is looked at anew. Runs once. */
export function startCovered(): void {
  const take = (): void => store.set(readCookie(COOKIE) === HIDDEN);
  take();
  document.addEventListener("visibilitychange", take);
  // Two windows beside each other are both looked at all the time.
  windows?.close();
  windows = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(COOKIE);
  windows?.addEventListener("message", take);
}
