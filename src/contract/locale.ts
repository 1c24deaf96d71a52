/** Which language a person is shown: one rule for the server, which sends the page, and for the page itself. */

export const LOCALES = ["zh", "en"] as const;
export type Locale = (typeof LOCALES)[number];

/** Cookie of a person's language. */
export const LOCALE_COOKIE = "locale";

export function isLocale(value: unknown): value is Locale {
  return (LOCALES as readonly unknown[]).includes(value);
}

/** Language of a person where no address decides: the cookie, else the browser's first language that we speak, else Chinese. */
export function detectLocale(cookie: string | null, languages: readonly string[]): Locale {
  if (isLocale(cookie)) return cookie;
  for (const tag of languages) {
    const language = tag.toLowerCase().split("-")[0] ?? "";
    if (isLocale(language)) return language;
  }
  return "zh";
}

/** The languages of an `Accept-Language` header, the most wanted first. */
export function acceptedLanguages(header: string): string[] {
  const asked = header.split(",").map((part) => {
    const [tag = "", ...parameters] = part.split(";").map((one) => one.trim());
    const quality = Number(/^q=([\d.]+)$/i.exec(parameters.find((one) => /^q=/i.test(one)) ?? "q=1")?.[1]);
    return { tag, quality: Number.isFinite(quality) ? quality : 0 };
  });
  return asked
    .filter(({ tag, quality }) => tag !== "" && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
