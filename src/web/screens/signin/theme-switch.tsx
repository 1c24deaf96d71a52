/** Light, dark or as the system, before anybody is signed in. */
import { useText } from "../../i18n/keys.ts";
import { SCHEMES, setScheme, useScheme } from "../../scheme.ts";
import css from "./signin.module.css";

/** A button that goes on to the next appearance and says which one it is. */
export function ThemeSwitch() {
  const t = useText();
  const scheme = useScheme();
  const next = SCHEMES[(SCHEMES.indexOf(scheme) + 1) % SCHEMES.length] ?? "auto";
  return (
    <button type="button" className={css.switch} onClick={() => setScheme(next)} aria-label={`${t("frame.theme.label")}: ${t(`frame.theme.${scheme}`)}`}>
      {t(`frame.theme.${scheme}`)}
    </button>
  );
}
