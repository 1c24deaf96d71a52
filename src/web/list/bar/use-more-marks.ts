/** A row that scrolls sideways shows at its edges that more follows. */
import { type RefCallback, useCallback } from "react";

/** A person's own ways to move a row; after one of them the row stays where it was put. */
const BY_HAND = ["pointerdown", "wheel", "keydown"] as const;

/** Scrolls the row so that what is chosen stands in its middle, when the end hides it. */
function showChosen(row: HTMLElement): void {
  const chosen = row.querySelector<HTMLElement>("[aria-pressed='true']");
  if (chosen && chosen.offsetLeft + chosen.offsetWidth > row.offsetLeft + row.scrollLeft + row.clientWidth)
    row.scrollLeft = chosen.offsetLeft - row.offsetLeft - row.clientWidth / 2;
}

/** What the keys have brought the focus to is seen whole: of what is seen in part, a browser scrolls nothing. Under a pointer nothing moves. */
function showFocused({ target }: FocusEvent): void {
  if (target instanceof HTMLElement && target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Reference for the row: it carries `data-before` and `data-after` while something is hidden there, and starts with what is chosen in view. */
export function useMoreMarks<Place extends HTMLElement>(): RefCallback<Place> {
  return useCallback((row: Place | null) => {
    if (row === null) return;
    let moved = false;
    const mark = (): void => {
      row.toggleAttribute("data-before", row.scrollLeft > 1);
      row.toggleAttribute("data-after", row.scrollLeft + row.clientWidth < row.scrollWidth - 1);
    };
    const byHand = (): void => {
      moved = true;
    };
    // Called once the row has been laid out, and whenever words and counts that arrive later change what stands in it. Asking for its
    // places here would make the browser lay out the whole page before it is complete.
    const watcher = new ResizeObserver(() => {
      if (!moved) showChosen(row);
      mark();
    });
    watcher.observe(row);
    for (const one of row.children) watcher.observe(one);
    for (const way of BY_HAND) row.addEventListener(way, byHand, { passive: true });
    row.addEventListener("scroll", mark, { passive: true });
    row.addEventListener("focusin", showFocused);
    return () => {
      watcher.disconnect();
      for (const way of BY_HAND) row.removeEventListener(way, byHand);
      row.removeEventListener("scroll", mark);
      row.removeEventListener("focusin", showFocused);
    };
  }, []);
}
