/**
 * Rows that changed since their list was last drawn. A live change to one row draws that row alone: the list keeps the
 * objects it was drawn from, and each of them leads to the one that took its place.
 */
import { useSyncExternalStore } from "react";
import type { Page } from "../../../contract/envelope.ts";
import type { HasId } from "../spec/index.ts";

/** What took an object's place; forgotten with the object. */
const newer = new WeakMap<object, object>();
const watchers = new Set<() => void>();

/** The present object of a row that may have changed since it was drawn. */
export function rowNow<Row extends object>(row: Row): Row {
  let now = row;
  for (let next = newer.get(now); next !== undefined; next = newer.get(now)) now = next as Row; // only put there by replaceRows(), of one type
  if (now !== row) newer.set(row, now); // the way is short the next time
  return now;
}

/** Puts rows in the place of others and draws those of them that stand on the screen. */
export function replaceRows<Row extends object>(pairs: readonly (readonly [old: Row, now: Row])[]): void {
  for (const [old, now] of pairs) {
    newer.set(old, now);
    newer.delete(now); // were an earlier object to come back, the way would never end
  }
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

/** As {@link rowNow}, and draws again whatever shows this row when it changes. */
export function useRowNow<Row extends object>(row: Row): Row {
  return useSyncExternalStore(watch, () => rowNow(row));
}

/**
 * What differs between two pages when nothing but their rows does.
 * @returns the rows that differ, as old and new; null when the list itself has to be drawn (rows came, went or moved, other sums)
 */
export function rowsReplaced<Row extends HasId>(drawn: Page<Row>, now: Page<Row>): readonly (readonly [old: Row, now: Row])[] | null {
  if (
    drawn.total !== now.total ||
    drawn.sums !== now.sums ||
    drawn.figures_late !== now.figures_late ||
    drawn.next_cursor !== now.next_cursor ||
    drawn.prev_cursor !== now.prev_cursor
  )
    return null;
  if (drawn.items.length !== now.items.length) return null;
  const pairs: (readonly [Row, Row])[] = [];
  for (const [index, old] of drawn.items.entries()) {
    const row = now.items[index];
    if (row?.id !== old.id) return null;
    if (row !== old) pairs.push([old, row]);
  }
  return pairs;
}
