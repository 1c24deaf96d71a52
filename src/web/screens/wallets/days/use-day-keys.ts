/** `j` and `k` on the rows of the days' tables, as in lists; Enter is what the row's own link or button means. */
import { useEffect, useRef } from "react";
import { useHotkeys } from "../../../hotkeys.ts";
import { neighbour } from "../../../list/state/index.ts";

const isOf = (key: string | undefined, keys: readonly string[]): key is string => key !== undefined && keys.includes(key);

const rowAt = (key: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);

/** Gives the focus to a row, where it is drawn. */
export function focusDay(key: string): void {
  rowAt(key)?.focus();
}

/**
 * @param keys of the rows in view, in their order; each row's first cell carries its own as `data-key`
 * @param open key of the row whose drawer is open; null: none is, and the focus moves along the rows
 * @param onOpen takes the drawer along
 */
export function useDayKeys(keys: readonly string[], open: string | null, onOpen: (key: string) => void): void {
  /** Where keys have led: they may come faster than what they open is drawn. */
  const at = useRef<string | null>(null);
  useEffect(() => {
    at.current = open ?? at.current;
  }, [open]);
  const move = (step: 1 | -1): void => {
    const focused = (document.activeElement as HTMLElement | null)?.dataset.key; // what has the focus of a page is an element of it
    const next = neighbour(keys, open === null && isOf(focused, keys) ? focused : at.current, step);
    if (next === null) return;
    at.current = next;
    if (open === null) return focusDay(next);
    rowAt(next)?.scrollIntoView({ block: "nearest" });
    if (next !== open) onOpen(next);
  };
  useHotkeys({ j: () => move(1), k: () => move(-1) });
}
