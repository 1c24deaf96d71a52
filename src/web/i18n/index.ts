/**
 * Messages. `zh/<area>.ts` is the shape, `en/<area>.ts` must match it. Lazy chunks per language: what sign-in and errors
 * need (`first`), what the frame waits for (`rest`), what figures and finance need (`books`), and what few screens need (`seldom`).
 * A part may add to an area of another one. Who needs more than the frame's says so beside its own code: {@link withMessages}.
 */
import i18next from "i18next";
import { initReactI18next, useTranslation } from "react-i18next";
import { useCovered } from "../covered.ts";
import type { Locale } from "../screens.ts";
import { currentLocale, showLocale } from "./locale.ts";
import type { books as zhBooks } from "./zh/books.ts";
import type { first as zhFirst } from "./zh/first.ts";
import type { rest as zhRest } from "./zh/rest.ts";
import type { seldom as zhSeldom } from "./zh/seldom.ts";

export type Messages = typeof zhFirst & typeof zhRest & typeof zhBooks & typeof zhSeldom;
/** An area of messages: `payments`, `common`, … */
export type Area = keyof Messages;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    returnNull: false;
    resources: Messages;
  }
}

export type Part = "first" | "rest" | "books" | "seldom";
type Bundle = Readonly<Record<string, unknown>>;
const LOADERS: Record<Locale, Record<Part, () => Promise<Bundle>>> = {
  zh: {
    first: async () => (await import("./zh/first.ts")).first,
    rest: async () => (await import("./zh/rest.ts")).rest,
    books: async () => (await import("./zh/books.ts")).books,
    seldom: async () => (await import("./zh/seldom.ts")).seldom,
  },
  en: {
    first: async () => (await import("./en/first.ts")).first,
    rest: async () => (await import("./en/rest.ts")).rest,
    books: async () => (await import("./en/books.ts")).books,
    seldom: async () => (await import("./en/seldom.ts")).seldom,
  },
};
const loaded = new Set<string>();
const wanted = new Set<Part>(["first"]);
/** The language that is shown, or is about to be. */
let chosen: Locale = "zh";

/** Prepares the translator; messages arrive later. */
export function startMessages(): typeof i18next {
  // A second start forgets what the first had loaded and asked for.
  loaded.clear();
  wanted.clear();
  wanted.add("first");
  void i18next.use(initReactI18next).init({
    lng: "zh",
    resources: {},
    defaultNS: "common",
    ns: [],
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false }, // React escapes
    react: { useSuspense: false, bindI18nStore: false },
    returnNull: false,
  });
  // English endings of what is counted: "{{n}} order{{n, s}}".
  i18next.services.formatter?.add("s", (value: unknown) => (isOne(value) ? "" : "s"));
  i18next.services.formatter?.add("ies", (value: unknown) => (isOne(value) ? "y" : "ies"));
  return i18next;
}
const isOne = (value: unknown): boolean => String(value) === "1";

async function load(locale: Locale, part: Part): Promise<void> {
  const key = `${locale}/${part}`;
  if (loaded.has(key)) return;
  const bundle = await LOADERS[locale][part]();
  for (const [area, messages] of Object.entries(bundle)) i18next.addResourceBundle(locale, area, messages, true, true);
  loaded.add(key);
}

/**
 * Shows a language: loads its messages (with everything once a screen inside the frame asked for it), then switches.
 * @returns false when they could not be loaded: the error is logged and the old language stands
 */
export async function activate(locale: Locale, ...parts: readonly Part[]): Promise<boolean> {
  for (const part of parts) wanted.add(part);
  const before = chosen;
  chosen = locale;
  try {
    await Promise.all([...wanted].map((one) => load(locale, one)));
  } catch (problem) {
    console.error(`messages of "${locale}" could not be loaded`, problem);
    chosen = before;
    return false;
  }
  if (i18next.language !== locale) await i18next.changeLanguage(locale);
  showLocale(locale);
  return true;
}

/**
 * Code that needs a part of the messages beside the frame's: it has come when both are there, in the language shown by then and
 * whichever is shown later.
 * @throws the reason why one of them did not come
 */
export async function withMessages<Code>(part: Part, code: Promise<Code>): Promise<Code> {
  wanted.add(part);
  const [came] = await Promise.all([code, load(chosen, part)]);
  return came;
}

/** Loads the words of a language beside the one that is shown: people type in both. False when they could not be loaded. */
export async function loadBeside(locale: Locale): Promise<boolean> {
  try {
    await Promise.all((["first", "rest", "seldom"] as const).map((part) => load(locale, part)));
    return true;
  } catch {
    return false; // the words of the present language do
  }
}

/** The translator of one area: `const t = useT("payments"); t("columns.amount")`. Other areas: `t("common:save")`. */
export function useT<A extends Area>(area: A) {
  useCovered(); // draws again
  return useTranslation(area).t;
}

/** Message of a key in the present language, outside components. */
export const translate = i18next.t;
/** Language shown now (same as `currentLocale`). */
export const language = currentLocale;
