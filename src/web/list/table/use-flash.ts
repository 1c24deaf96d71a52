/** The short highlight of what changed in a row under the eyes: the cells that say something else now. */
import { type RefObject, useEffect, useRef } from "react";

const FLASH_MS = 1_500;
/** Cells of a table's row and of a card. */
const CELLS = ":scope > td, :scope > div > span, dd";

/** What each cell says. One with a time in it says nothing: it is another one every minute. */
function wordsOf(place: HTMLElement): Map<Element, string> {
  return new Map([...place.querySelectorAll(CELLS)].filter((cell) => cell.querySelector("time") === null).map((cell) => [cell, cell.textContent ?? ""]));
}

/** Highlights the changed cells of the element when its row becomes another object; not when it first appears. No state: nothing is drawn twice. */
export function useFlash<E extends HTMLElement>(row: object): RefObject<E | null> {
  const place = useRef<E>(null);
  const drawn = useRef(row);
  const said = useRef<Map<Element, string> | null>(null);
  // Read when the cells are about to say something else, not of every row that comes in view.
  if (drawn.current !== row && place.current !== null) said.current = wordsOf(place.current);
  drawn.current = row;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object in the row is the very reason
  useEffect(() => {
    const before = said.current;
    said.current = null;
    if (before === null || place.current === null || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [cell, words] of wordsOf(place.current))
      if (before.has(cell) && before.get(cell) !== words)
        cell.animate?.([{ backgroundColor: "var(--fd-ask-ground)" }, {}], { duration: FLASH_MS, easing: "ease-out" });
  }, [row]);
  return place;
}
