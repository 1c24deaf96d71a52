/** The short highlight of a row that changed under the eyes. */
import { type RefObject, useEffect, useRef } from "react";

const FLASH_MS = 1_500;

/** Highlights the element when its row becomes another object; not when it first appears. No state: nothing is drawn twice. */
export function useFlash<E extends HTMLElement>(row: object): RefObject<E | null> {
  const place = useRef<E>(null);
  const shown = useRef(row);
  useEffect(() => {
    if (shown.current === row) return;
    shown.current = row;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    place.current?.animate?.([{ backgroundColor: "var(--fd-ask-ground)" }, {}], { duration: FLASH_MS, easing: "ease-out" });
  }, [row]);
  return place;
}
