/** Finds words of the wrong language, and keys where words should be. */
import type { Page } from "playwright-core";
import { books as enBooks } from "../../src/web/i18n/en/books.ts";
import { first as enFirst } from "../../src/web/i18n/en/first.ts";
import { rest as enRest } from "../../src/web/i18n/en/rest.ts";
import { seldom as enSeldom } from "../../src/web/i18n/en/seldom.ts";
import { books as zhBooks } from "../../src/web/i18n/zh/books.ts";
import { first as zhFirst } from "../../src/web/i18n/zh/first.ts";
import { rest as zhRest } from "../../src/web/i18n/zh/rest.ts";
import { seldom as zhSeldom } from "../../src/web/i18n/zh/seldom.ts";
import type { MessageKey } from "../../src/web/i18n/keys.ts";
import type { Locale } from "../../src/web/screens.ts";

function flatten(value: unknown, prefix = ""): [string, string][] {
  if (typeof value === "string") return [[prefix, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => flatten(inner, prefix === "" ? key : `${prefix}.${key}`)); // messages are nested objects of texts
}
const MESSAGES = {
  zh: new Map([zhFirst, zhRest, zhBooks, zhSeldom].flatMap((part) => flatten(part))),
  en: new Map([enFirst, enRest, enBooks, enSeldom].flatMap((part) => flatten(part))),
} as const;
const AREAS = Object.keys({ ...zhFirst, ...zhRest, ...zhBooks, ...zhSeldom });

/** A message by its key, `batches.action.upload`, as a page of this language shows it. */
export function word(locale: Locale, key: MessageKey): string {
  const found = MESSAGES[locale].get(key);
  if (found === undefined) throw new Error(`no message ${key}`);
  return found;
}

/** Values of one language that the other says differently: on a page of the other they are left over. */
function foreignTo(locale: Locale): Set<string> {
  const [own, other] = locale === "zh" ? [MESSAGES.zh, MESSAGES.en] : [MESSAGES.en, MESSAGES.zh];
  const known = new Set(own.values());
  const values = [...other.entries()].filter(([key, value]) => own.get(key) !== value && !value.includes("{{") && !known.has(value));
  return new Set(values.map(([, value]) => value));
}
const FOREIGN = { zh: foreignTo("zh"), en: foreignTo("en") } as const;
/** A message that is missing shows its key, with or without its area. */
const KEY = new RegExp(`^(?:${AREAS.join("|")})\\.[a-zA-Z_]+(?:\\.[a-zA-Z_]+)*$`);
/** Codes of the interfaces, shown raw: `amount_differs`. */
const CODE = /^[a-z]+(?:_[a-z0-9]+)+$/;

/** What a Chinese page says in small Latin letters: what the content made (accounts, an agent, a bad amount), and what every language writes so. */
const LATIN = new Set([
  "admin",
  "wang",
  "fang",
  "li",
  "na",
  "zhao",
  "lei",
  "farzana",
  "rahim",
  "abc",
  "node",
  "csv",
  "webhook",
  "https",
  "success",
  "ok",
  "curl",
]);

/** Small Latin words of a Chinese page that are no known ones: a code that was shown as it came. */
function codes(text: string): string[] {
  // Addresses, templates, a name, and the last signs of a secret, which are what they are.
  if (/https?:|[@/{}]|Mixx by Yas|结尾|末四位/.test(text)) return [];
  return [...text.matchAll(/(?<![\p{L}\d_.-])[a-z][a-z_]+(?![\p{L}\d_-])/gu)].map(([found]) => found).filter((found) => !LATIN.has(found));
}

export interface Untranslated {
  readonly foreign: string[];
  readonly keys: string[];
}

/** Texts and spoken labels on the page that are not in its language. What people typed (data) and code are left out by `except`. */
export async function untranslated(page: Page, locale: Locale, except: ReadonlySet<string> = new Set()): Promise<Untranslated> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      // The other language's own name is written in it, and says so; code samples and copied values are no prose.
      if (parent === null || parent.closest("script, style, noscript, pre, code, [data-copy], [data-raw], textarea") !== null) continue;
      const lang = parent.closest("[lang]")?.getAttribute("lang") ?? "";
      if (lang !== document.documentElement.lang) continue;
      if (!parent.checkVisibility()) continue;
      found.add((node.textContent ?? "").trim());
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [data-tip], [title]")) {
      if ((element.closest("[lang]")?.getAttribute("lang") ?? "") !== document.documentElement.lang || element.closest('[aria-hidden="true"]') !== null)
        continue;
      // The tip of a value that is copied is the value.
      const names = element.closest("[data-copy]") === null ? ["aria-label", "placeholder", "data-tip", "title"] : ["aria-label"];
      for (const name of names) found.add((element.getAttribute(name) ?? "").trim());
    }
    return [...found].filter((text) => text !== "");
  });
  const seen = texts.filter((text) => !except.has(text));
  return {
    foreign: seen.filter((text) => FOREIGN[locale].has(text)),
    keys: seen.filter((text) => KEY.test(text) || CODE.test(text) || (locale === "zh" && codes(text).length > 0)),
  };
}
