/** Switches the language; the screen, its filters and its open drawer stay. */
import { useLocation } from "react-router";
import { activate } from "../i18n/index.ts";
import { useText } from "../i18n/keys.ts";
import { chooseLocale, LANGUAGE_TAGS, useLocale } from "../i18n/locale.ts";
import { go } from "../nav.ts";
import { inLocale, screenAt, splitPath } from "../paths.ts";
import type { Locale } from "../screens.ts";
import css from "./language-switch.module.css";

interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: unknown;
}

/**
 * Loads the language's messages, keeps it as the person's own, then shows the same place in it. An address that names no language (an unknown one without
 * prefix) stays; the messages are simply applied. When they cannot be loaded the old language stands (an error is logged).
 */
export async function switchLocale(locale: Locale, place: Place): Promise<boolean> {
  if (!(await activate(locale))) return false;
  chooseLocale(locale);
  const { prefixed } = splitPath(place.pathname);
  if (prefixed || screenAt(place.pathname) !== null) go(inLocale(locale, place), { replace: true, state: place.state });
  return true;
}

/** A button with the other language's own name. */
export function LanguageSwitch() {
  const locale = useLocale();
  const place = useLocation();
  const t = useText();
  const other: Locale = locale === "zh" ? "en" : "zh";
  return (
    <button
      type="button"
      className={css.switch}
      lang={LANGUAGE_TAGS[other]}
      aria-label={`${t("frame.language")}: ${t(`frame.${other}`)}`}
      onClick={() => void switchLocale(other, place)}
    >
      {t(`frame.${other}`)}
    </button>
  );
}
