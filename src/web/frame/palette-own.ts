/** Acts of the frame as entries of the palette: language, appearance, hidden amounts, the list of keys, signing out. */
import { useMemo } from "react";
import { useLocation } from "react-router";
import { setCovered, useCovered } from "../covered.ts";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { inBothLanguages } from "../list/search/index.ts";
import { isDark, setScheme } from "../scheme.ts";
import { signOut } from "../session.tsx";
import { switchLocale } from "./language-switch.tsx";
import type { Entry } from "./palette-places.ts";

/** What the frame itself does: in the palette, too. */
export function useActEntries(onHelp: () => void): readonly Entry[] {
  const t = useText();
  const locale = useLocale();
  const place = useLocation();
  const covered = useCovered();
  return useMemo(
    () => [
      {
        id: "covered",
        label: t(covered ? "frame.covered.show" : "frame.covered.hide"),
        names: inBothLanguages("frame.covered.key"),
        keys: "Shift H",
        run: () => setCovered(!covered),
      },
      {
        id: "language",
        label: t("frame.palette.switchLanguage"),
        names: [...inBothLanguages("frame.palette.switchLanguage"), ...inBothLanguages("frame.palette.languageWords")],
        run: () => void switchLocale(locale === "zh" ? "en" : "zh", place),
      },
      {
        id: "theme",
        label: t("frame.palette.toggleTheme"),
        names: [...inBothLanguages("frame.palette.toggleTheme"), ...inBothLanguages("frame.palette.themeWords")],
        run: () => setScheme(isDark() ? "light" : "dark"),
      },
      { id: "keys", label: t("frame.palette.shortcuts"), names: inBothLanguages("frame.palette.shortcuts"), keys: "?", run: onHelp },
      { id: "out", label: t("frame.signOut"), names: inBothLanguages("frame.signOut"), run: () => void signOut() },
    ],
    [t, locale, place, covered, onHelp],
  );
}
