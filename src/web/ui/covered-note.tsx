/** In a dialog that has an amount to decide on while amounts are covered: says so, and offers to show them. */
import { type ReactElement, useEffect, useRef, useState } from "react";
import { COVER, setCovered, useCovered } from "../covered.ts";
import { useText } from "../i18n/keys.ts";
import { Strip } from "./blocks.tsx";
import css from "./dialogs.module.css";

/** Stands once in a dialog, or in the part of a screen in which one decides; there is nothing to see where no amount is covered. */
export function CoveredNote(): ReactElement | null {
  return useCovered() ? <Note /> : null;
}

function Note(): ReactElement {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    const dialog = place.current?.closest('[role="dialog"]') ?? place.current?.parentElement;
    if (!dialog) return;
    const look = (): void => setNeeded(dialog.textContent.includes(COVER) || dialog.querySelector("[data-hidden-amount]") !== null);
    look();
    const watcher = new MutationObserver(look);
    watcher.observe(dialog, { subtree: true, childList: true, characterData: true, attributeFilter: ["data-hidden-amount"] });
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={place} hidden={!needed}>
      <Strip
        tone="ask"
        action={
          <button type="button" className={css.show} onClick={() => setCovered(false)}>
            {t("frame.covered.show")}
          </button>
        }
      >
        {t("frame.covered.note")}
      </Strip>
    </div>
  );
}
