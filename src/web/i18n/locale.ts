/** Which language is shown, and how it is found, kept and switched. */
import { readCookie, writeCookie } from "../cookies.ts";
import { splitPath } from "../paths.ts";
import { LOCALES, type Locale } from "../screens.ts";
import { createStore, useStore } from "../store.ts";

export const LOCALE_COOKIE = "locale";
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
/** Watches the language outside components. */
export const watchLocale = store.watch;

/** Marks a language as shown: page language, cookie, watchers. Its messages must be there already. */
export function showLocale(locale: Locale): void {
  document.documentElement.lang = LANGUAGE_TAGS[locale];
  if (readCookie(LOCALE_COOKIE) !== locale) writeCookie(LOCALE_COOKIE, locale);
  store.set(locale);
}

function isLocale(value: string | null): value is Locale {
  return (LOCALES as readonly (string | null)[]).includes(value);
}

/** Language of a person who has not chosen by address: the cookie, else the browser's first language that we speak, else Chinese. */
export function detectLocale(cookie: string | null, languages: readonly string[]): Locale {
  if (isLocale(cookie)) return cookie;
  for (const tag of languages) {
    const language = tag.toLowerCase().split("-")[0] ?? "";
    if (isLocale(language)) return language;
  }
  return "zh";
}

/** As {@link detectLocale} with this browser's cookie and languages. */
export function detectedLocale(): Locale {
  return detectLocale(readCookie(LOCALE_COOKIE), navigator.languages ?? [navigator.language]);
}

/** Language of an address at start: a prefix wins; the bare "/" and unknown addresses follow the person; known ones without prefix are Chinese. */
export function localeOf(pathname: string, known: boolean): Locale {
  const { locale, prefixed, bare } = splitPath(pathname);
  if (prefixed) return locale;
  return bare === "/" || !known ? detectedLocale() : "zh";
}
