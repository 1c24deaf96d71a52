/** The short highlight of a row that changed under the eyes. */
import { type RefObject, useEffect, useRef } from "react";

const FLASH_MS = 1_500;

/** Made once: it goes on answering for the present, and to ask anew with each change costs more than the highlight itself. */
let still: MediaQueryList | null = null;

/** Highlights the element when its row becomes another object; not when it first appears. No state: nothing is drawn twice. */
export function useFlash<E extends HTMLElement>(row: object): RefObject<E | null> {
  const place = useRef<E>(null);
  const shown = useRef(row);
  useEffect(() => {
    if (shown.current === row) return;
    shown.current = row;
    still ??= matchMedia("(prefers-reduced-motion: reduce)");
    if (still.matches) return;
    place.current?.animate?.([{ backgroundColor: "var(--fd-ask-ground)" }, {}], { duration: FLASH_MS, easing: "ease-out" });
  }, [row]);
  return place;
}
