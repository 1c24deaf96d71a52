/** An address that ends in the name of a parameter or of a section shows it, with the focus on it. */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { isFreeFor } from "../../ui/focus-kept.ts";

/** What stands there may not be visible yet, and what stands above it may still grow: it is kept in view for this long, ms, or until somebody moves. */
const KEEP_MS = 2000;
const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** @param reveal what may hide the place gives way */
export function useAnchor(reveal: () => void): void {
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

const controlOf = (place: Element): HTMLElement | null => place.querySelector<HTMLElement>("input, textarea, select, button");

/**
 * The bar of changes goes once nothing is changed any more, and what had the focus in it goes with it: whoever worked there stands at the
 * first setting that was changed, unless something else has taken the focus.
 * @param keys the settings that are changed
 */
export function useBackToSetting(keys: readonly string[]): void {
  const last = useRef(keys);
  last.current = keys;
  useEffect(
    () => () => {
      const [key] = last.current;
      // Not before a question that closes with it has given the focus back, to what is gone by then.
      setTimeout(() => {
        const place = key === undefined ? null : document.getElementById(key);
        if (place !== null && isFreeFor(place)) controlOf(place)?.focus({ preventScroll: true });
      });
    },
    [],
  );
}

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
