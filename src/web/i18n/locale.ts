/** Which language is shown, and how it is found, kept and switched. */
import { detectLocale, isLocale, LOCALE_COOKIE } from "../../contract/locale.ts";
import { readCookie, writeCookie } from "../cookies.ts";
import { splitPath } from "../paths.ts";
import type { Locale } from "../screens.ts";
import { createStore, useStore } from "../store.ts";

/** Language tags for `<html lang>` and Intl. */
export const LANGUAGE_TAGS = { zh: "zh-CN", en: "en" } as const satisfies Record<Locale, string>;

const store = createStore<Locale>("zh");

/** The language that is shown now. */
export function currentLocale(): Locale {
  return store.get();
}
/** The language that is shown; renders again when it changes. */
export function useLocale(): Locale {
  return useStore(store);
}

/** Where the browser keeps no cookies, a choice holds as long as the page. */
let chosen: Locale | null = null;

/** Marks a language as shown: page language, watchers. Its messages must be there already. Of a person who has none, it becomes his own. */
export function showLocale(locale: Locale): void {
  document.documentElement.lang = LANGUAGE_TAGS[locale];
  if (!isLocale(readCookie(LOCALE_COOKIE))) chooseLocale(chosen ?? locale);
  store.set(locale);
}

/** Keeps a language as this person's own. */
export function chooseLocale(locale: Locale): void {
  chosen = locale;
  if (readCookie(LOCALE_COOKIE) !== locale) writeCookie(LOCALE_COOKIE, locale);
}

/** The language of this person where no address decides. */
export function detectedLocale(): Locale {
  const kept = readCookie(LOCALE_COOKIE);
  return detectLocale(isLocale(kept) ? kept : chosen, navigator.languages ?? [navigator.language]);
}

/** Language of an address: a prefix wins, any other follows the person. */
export function localeOf(pathname: string): Locale {
  const { locale, prefixed } = splitPath(pathname);
  return prefixed ? locale : detectedLocale();
}
