/**
 * What pages show before the program has arrived. The build runs this once and writes it beside the pages; the server puts it into
 * their `#root`, and the program's first screen takes its place. Only what looks the same there may stand here.
 */
import { renderToStaticMarkup } from "react-dom/server";
import { FrameToCome, toCome } from "./frame/to-come.tsx";
import { NotFoundToCome } from "./frame/not-found-to-come.tsx";
import { first as firstEn } from "./i18n/en/first.ts";
import { rest as restEn } from "./i18n/en/rest.ts";
import type { MessageKey } from "./i18n/keys.ts";
import { first as firstZh } from "./i18n/zh/first.ts";
import { rest as restZh } from "./i18n/zh/rest.ts";
import { type Locale, SCREEN_NAMES, screenRow, type ScreenName } from "./screens.ts";
import { FormToCome, SigninCard } from "./screens/signin/card.tsx";

const MESSAGES = { zh: { ...firstZh, ...restZh }, en: { ...firstEn, ...restEn } };

function textIn(locale: Locale): (key: MessageKey) => string {
  return (key) => {
    const found = key.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], MESSAGES[locale]); // keys lead through objects
    if (typeof found !== "string") throw new Error(`no message ${key}`);
    return found;
  };
}

/** Addresses that nobody knows. */
const UNKNOWN = "";

function drawn(name: ScreenName, locale: Locale): string {
  const text = textIn(locale);
  if (name === "signin")
    return renderToStaticMarkup(
      <SigninCard heading={text("signin.heading")} about={text("signin.about")}>
        <FormToCome late={text("signin.late")} />
      </SigninCard>,
    );
  return renderToStaticMarkup(<FrameToCome {...toCome(name, text)} />);
}

const inBoth = (draw: (locale: Locale) => string): Record<Locale, string> => ({ zh: draw("zh"), en: draw("en") });

/** HTML by address without the language, and by language. */
export const FIRST_PAINT: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  ...Object.fromEntries(SCREEN_NAMES.map((name) => [screenRow(name).path, inBoth((locale) => drawn(name, locale))])),
  [UNKNOWN]: inBoth((locale) => renderToStaticMarkup(<NotFoundToCome text={textIn(locale)} />)),
};
