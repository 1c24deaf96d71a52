/** What a figure is made of and until when, for whoever points at it, comes to it by keys, or taps its sign. */
import type { ReactElement } from "react";
import { useText } from "../../i18n/keys.ts";
import css from "./home.module.css";

/** A sign of its own beside the figure: a link has its list to open, and a finger cannot hover. */
export function Explain({ what, text }: { what: string; text: string }): ReactElement {
  const t = useText();
  return (
    <button type="button" className={css.explain} aria-label={t("home.explain.label", { what })} data-tip={text}>
      <span aria-hidden="true">i</span>
    </button>
  );
}
