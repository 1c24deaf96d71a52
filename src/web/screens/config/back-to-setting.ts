/** Where the focus goes once the bar of changes is gone. */
import { useEffect, useRef } from "react";
import { controlOf } from "../../ui/anchor.ts";
import { isFreeFor } from "../../ui/focus-kept.ts";

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
