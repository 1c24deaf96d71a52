/** An address that ends in the name of a parameter or of a section shows it, with the focus on it. */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** What stands there may not be visible yet, and then cannot have the focus: it is tried again for this long, ms. */
const TRY_MS = 1500;

/** @param reveal what may hide the place gives way */
export function useAnchor(reveal: () => void): void {
  const { hash, key } = useLocation();
  const latest = useRef(reveal);
  latest.current = reveal;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again is asked for again
  useEffect(() => {
    if (hash.length <= 1) return;
    latest.current();
    const until = performance.now() + TRY_MS;
    const step = (): void => {
      if (!show(hash.slice(1)) && performance.now() < until) frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [hash, key]);
}

/** @returns whether the place has the focus now */
function show(id: string): boolean {
  const place = document.getElementById(id);
  if (place === null) return false;
  const isSection = place.tagName === "SECTION";
  place.scrollIntoView({ block: isSection ? "start" : "center" });
  if (isSection) place.tabIndex = -1;
  const target = isSection ? place : place.querySelector<HTMLElement>("input, textarea, select, button");
  target?.focus({ preventScroll: true });
  return target === null || target === document.activeElement || target.matches(":disabled");
}
