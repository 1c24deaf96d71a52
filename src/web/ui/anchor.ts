/** An address that ends in the name of a setting or of a section shows it, with the focus on it. */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** What stands there may not be visible yet, and what stands above it may still grow: it is kept in view for this long, ms, or until somebody moves. */
const KEEP_MS = 2000;
const nothing = (): void => undefined;
const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** @param reveal what may hide the place gives way */
export function useAnchor(reveal: () => void = nothing): void {
  const { hash, key } = useLocation();
  const latest = useRef(reveal);
  latest.current = reveal;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again is asked for again
  useEffect(() => {
    if (hash.length <= 1) return;
    latest.current();
    const until = performance.now() + KEEP_MS;
    let hasFocus = false;
    const step = (): void => {
      hasFocus = show(hash.slice(1), hasFocus);
      if (performance.now() < until) frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    const stop = (): void => cancelAnimationFrame(frame);
    for (const move of MOVES) window.addEventListener(move, stop, { once: true, passive: true });
    return () => {
      stop();
      for (const move of MOVES) window.removeEventListener(move, stop);
    };
  }, [hash, key]);
}

/** What is filled in or pressed at a place. */
export const controlOf = (place: Element): HTMLElement | null => place.querySelector<HTMLElement>("input, textarea, select, button");

/** @returns whether the place has, or had, the focus */
function show(id: string, hadFocus: boolean): boolean {
  const place = document.getElementById(id);
  if (place === null) return hadFocus;
  const isSection = place.tagName === "SECTION";
  place.scrollIntoView({ block: isSection ? "start" : "center" });
  if (hadFocus) return true;
  if (isSection) place.tabIndex = -1;
  const target = isSection ? place : controlOf(place);
  target?.focus({ preventScroll: true });
  return target === null || target === document.activeElement || target.matches(":disabled");
}
