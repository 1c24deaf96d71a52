/**
 * What pages show before the program has arrived. The build runs this once and writes it beside the pages; the server puts it into
 * their `#root`, and the program's first screen takes its place. Only what looks the same there may stand here.
 */
import { renderToStaticMarkup } from "react-dom/server";
import { signin as en } from "./i18n/en/signin.ts";
import { signin as zh } from "./i18n/zh/signin.ts";
import type { Locale } from "./screens.ts";
import { FormToCome, SigninCard } from "./screens/signin/card.tsx";

const signin = (texts: typeof zh): string =>
  renderToStaticMarkup(
    <SigninCard heading={texts.heading} about={texts.about}>
      <FormToCome late={texts.late} />
    </SigninCard>,
  );

/** HTML by address without the language, and by language. */
export const FIRST_PAINT: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  "/signin": { zh: signin(zh), en: signin(en) },
};
