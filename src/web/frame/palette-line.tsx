/** One act of the palette with what will happen. Enter leads to the act's own question, form or panel, never past it. */
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useState } from "react";
import css from "./palette.module.css";
import { PaletteEntry } from "./palette-entry.tsx";
import { markFirst } from "./palette-mark.ts";

interface Props {
  readonly label: string;
  /** What will happen, or why it cannot now. */
  readonly effect: ReactNode;
  /** null: it cannot be done now. */
  readonly run: (() => void) | null;
}

/** How long a line stands before Enter means it, ms: whoever presses it at that moment meant what stood there before. */
const FRESH_MS = 300;

/** True while Enter would begin an act that its person can hardly have read. @param settled the lines are those of what is typed */
function isUnread(settled: boolean): boolean {
  const marked = document.querySelector("[data-act][data-selected]");
  return marked !== null && (!settled || marked.hasAttribute("data-fresh"));
}

/** Enter on such an act means nothing. @param settled as for {@link isUnread} */
export function keepUnread(event: KeyboardEvent, settled: boolean): void {
  if ((event.code !== "Enter" && event.code !== "NumpadEnter") || !isUnread(settled)) return;
  event.preventDefault();
  event.stopPropagation();
}

export function ActLine({ label, effect, run }: Props): ReactElement {
  const [fresh, setFresh] = useState(true);
  useEffect(() => {
    markFirst();
    const timer = setTimeout(() => setFresh(false), FRESH_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <PaletteEntry
      data-act=""
      data-fresh={fresh ? "" : undefined}
      {...(run === null ? { "aria-disabled": true, "data-blocked": "", stays: true } : { onClick: run })}
    >
      <span className={css.act}>
        <span className={css.title}>{label}</span>
        <span className={css.effect}>{effect}</span>
      </span>
    </PaletteEntry>
  );
}
