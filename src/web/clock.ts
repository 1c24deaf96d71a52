/** One clock for every relative time on the page. */
import { businessDay, type Day } from "../contract/time.ts";
import { useSyncExternalStore } from "react";

const TICK_MS = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let nowMs = Date.now();

function watch(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    nowMs = Date.now();
    timer = setInterval(() => {
      nowMs = Date.now();
      if (document.visibilityState === "visible") for (const one of listeners) one();
    }, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
}

/**
 * A text that depends on the time. The component renders again only when the text itself changes, not on each tick.
 * @param read makes the text for a moment in ms
 */
export function useClockText<T extends string | number | boolean | null>(read: (nowMs: number) => T): T {
  const snapshot = (): T => read(timer === null ? Date.now() : nowMs);
  return useSyncExternalStore(watch, snapshot, snapshot);
}

/** From when to count to a moment: what has come since the last tick is not to come, it is now. */
export const countedFrom = (momentMs: number, nowMs: number): number => (momentMs > nowMs && momentMs <= Date.now() ? momentMs : nowMs);

/** The business day that it is; who reads it is drawn anew at midnight. */
export function useBusinessDay(): Day {
  return useClockText(businessDay);
}
