/** What covers the whole page is alone with keys and screen readers: the page behind it can be neither reached nor read. */
import { useMediaQuery } from "@mantine/hooks";
import { type RefObject, useEffect } from "react";
import { focusAfterPicture } from "../after-picture.ts";

/** Whether the window is a phone's, where drawers cover the page (known before the first paint). */
export function useNarrow(): boolean {
  return useMediaQuery("(max-width: 767px)", undefined, { getInitialValueInEffect: false }) ?? false;
}

/** Notices are read out over everything. */
const isBehind = (element: Element): element is HTMLElement => element instanceof HTMLElement && !element.inert && !element.hasAttribute("aria-live");

/**
 * Makes the page around `place` inert while it covers it. Dialogs that open over it come later (or stand outside of the root) and stay alive;
 * what the screen itself draws later is behind like the rest of it.
 */
export function useCover(place: RefObject<HTMLElement | null>, covers: boolean): void {
  useEffect(() => {
    const cover = place.current;
    if (!covers || cover === null) return;
    const still: HTMLElement[] = [];
    const hide = (parent: Element, within: Element): void => {
      for (const element of parent.children) {
        if (element === within || !isBehind(element)) continue;
        element.inert = true;
        still.push(element);
      }
    };
    const focused = document.activeElement;
    const main = cover.closest("main");
    const watcher = new MutationObserver((changes) => {
      for (const parent of new Set(changes.map((change) => change.target as Element)))
        for (const within of parent.children) if (within.contains(cover)) hide(parent, within); // only elements are watched
    });
    for (let within: Element = cover; within.parentElement !== null && within.id !== "root"; within = within.parentElement) {
      hide(within.parentElement, within);
      if (main?.contains(within.parentElement)) watcher.observe(within.parentElement, { childList: true });
    }
    // Nothing has the focus where what had it has gone: the page itself is behind too.
    const isLost = focused === null || focused === document.body || still.some((element) => element.contains(focused));
    const callOff = isLost && !cover.contains(focused) ? focusAfterPicture(cover) : undefined;
    return () => {
      callOff?.();
      watcher.disconnect();
      for (const element of still) element.inert = false;
    };
  }, [place, covers]);
}
