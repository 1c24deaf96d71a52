/** A row that scrolls sideways shows at its edges that more follows. */
import { type RefCallback, useCallback } from "react";

/** Reference for the row: it carries `data-before` and `data-after` while something is hidden there, and starts with what is chosen in view. */
export function useMoreMarks<Place extends HTMLElement>(): RefCallback<Place> {
  return useCallback((row: Place | null) => {
    if (row === null) return;
    const mark = (): void => {
      row.toggleAttribute("data-before", row.scrollLeft > 1);
      row.toggleAttribute("data-after", row.scrollLeft + row.clientWidth < row.scrollWidth - 1);
    };
    const chosen = row.querySelector<HTMLElement>("[aria-pressed='true']");
    if (chosen && chosen.offsetLeft + chosen.offsetWidth > row.offsetLeft + row.clientWidth)
      row.scrollLeft = chosen.offsetLeft - row.offsetLeft - row.clientWidth / 2;
    mark();
    // Words and counts change what stands in the row without changing the row itself.
    const watcher = new ResizeObserver(mark);
    watcher.observe(row);
    for (const one of row.children) watcher.observe(one);
    row.addEventListener("scroll", mark, { passive: true });
    return () => {
      watcher.disconnect();
      row.removeEventListener("scroll", mark);
    };
  }, []);
}
