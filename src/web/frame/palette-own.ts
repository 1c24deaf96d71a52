/** Acts of the frame as entries of the palette: language, appearance, hidden amounts, the list of keys, signing out. */
import { useMemo } from "react";
import { useLocation } from "react-router";
import { setCovered, useCovered } from "../covered.ts";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import type { WordsOf } from "../list/search/index.ts";
import { isDark, setScheme } from "../scheme.ts";
import { signOut } from "../session.tsx";
import { switchLocale } from "./language-switch.tsx";
import type { Entry } from "./palette-places.ts";

/**
 * What the frame itself does: in the palette, too.
 * @param both words of both languages
 */
export function useActEntries(onHelp: () => void, both: WordsOf): readonly Entry[] {
  const t = useText();
  const locale = useLocale();
  const place = useLocation();
  const covered = useCovered();
  return useMemo(
    () => [
      {
        id: "covered",
        label: t(covered ? "frame.covered.show" : "frame.covered.hide"),
        names: both("frame.covered.key"),
        keys: "Shift H",
        run: () => setCovered(!covered),
      },
      {
        id: "language",
        label: t("frame.palette.switchLanguage"),
        names: [...both("frame.palette.switchLanguage"), ...both("frame.palette.languageWords")],
        run: () => void switchLocale(locale === "zh" ? "en" : "zh", place),
      },
      {
        id: "theme",
        label: t("frame.palette.toggleTheme"),
        names: [...both("frame.palette.toggleTheme"), ...both("frame.palette.themeWords")],
        run: () => setScheme(isDark() ? "light" : "dark"),
      },
      { id: "keys", label: t("frame.palette.shortcuts"), names: both("frame.palette.shortcuts"), keys: "?", run: onHelp },
      { id: "out", label: t("frame.signOut"), names: both("frame.signOut"), run: () => void signOut() },
    ],
    [t, locale, place, covered, onHelp, both],
  );
}
