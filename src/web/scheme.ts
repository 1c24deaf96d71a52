/** Light, dark or as the system: kept in a cookie (local storage holds the token and nothing else), shown on `<html>`. */
import type { MantineColorSchemeManager } from "@mantine/core";
import { readCookie, writeCookie } from "./cookies.ts";
import { createStore, useStore } from "./store.ts";

export const SCHEMES = ["auto", "light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];
const COOKIE = "theme";
const store = createStore<Scheme>("auto");

function systemIsDark(): boolean {
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** True when the page is dark now. */
export function isDark(scheme: Scheme = store.get()): boolean {
  return scheme === "dark" || (scheme === "auto" && systemIsDark());
}

function show(): void {
  document.documentElement.dataset.mantineColorScheme = isDark() ? "dark" : "light";
}

/**
 * Takes the choice from the page, shows it and follows the system from now on; runs once. The server writes what the cookie says into
 * `<html>`: the first reading of a cookie makes the browser ask another of its processes, and wait. A page that nobody has marked asks.
 */
export function startScheme(): void {
  const kept = document.documentElement.dataset.scheme ?? readCookie(COOKIE);
  store.set(SCHEMES.find((scheme) => scheme === kept) ?? "auto");
  show();
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
}

/** Chooses a scheme and keeps the choice. */
export function setScheme(scheme: Scheme): void {
  writeCookie(COOKIE, scheme);
  store.set(scheme);
  show();
}

/** The chosen scheme; renders again when it changes. */
export function useScheme(): Scheme {
  return useStore(store);
}

/** Lets Mantine follow the choice. */
export function schemeManager(): MantineColorSchemeManager {
  let unwatch = (): void => undefined;
  return {
    get: () => store.get(),
    set: setScheme,
    subscribe: (onUpdate) => {
      unwatch = store.watch(() => onUpdate(store.get()));
    },
    unsubscribe: () => unwatch(),
    clear: () => setScheme("auto"),
  };
}
