/** The walk through the queue: from what was decided to the next one, the focus along. */
import { useEffect, useRef, useState } from "react";
import { useAhead } from "./ahead.ts";
import { afterwards, type Entry } from "./entries.ts";
import { leave } from "./left.ts";
import type { QueueFilters } from "./query.ts";

/** How long after an act its exception may leave the list for the next one to open, ms. Later somebody reads, and is not taken elsewhere. */
const LEAVES_MS = 5000;

/** Gives the focus to a line of the list, by its place in it. */
export function focusLine(list: HTMLElement | null, at: number): void {
  list?.querySelectorAll<HTMLElement>("[data-target]")[at]?.focus();
}

interface Parts {
  readonly entries: readonly Entry[];
  readonly filters: QueueFilters;
  /** Where the open exception stands in the list; null: nowhere. */
  readonly at: Entry | null;
  readonly place: { readonly current: HTMLElement | null };
  readonly go: (open: string) => void;
}

/**
 * The line that was just opened hands the focus to its first member, whose evidence stands beside: Enter then does what the evidence says.
 * @param line the opened line; "": none
 */
export function useOpenedLine(line: string, { entries, at, place }: Pick<Parts, "entries" | "at" | "place">): void {
  const seen = useRef(line);
  useEffect(() => {
    if (line === seen.current) return;
    // Its members may still be on their way.
    if (line !== "" && (at?.line !== line || !at.member)) return;
    seen.current = line;
    if (at !== null && line !== "" && place.current?.contains(document.activeElement) === true) focusLine(place.current, entries.indexOf(at));
  }, [line, entries, at, place]);
}

/** Opens the next exception once the open one has left the list over what its reader did; its evidence is read ahead. Answers what is told of that. */
export function useNext({ entries, at, filters, place, go }: Parts): (id: string) => void {
  const { open } = filters;
  /** The list as it was when the open one stood in it. */
  const before = useRef(entries);
  // The list may have been read anew before the act's own answer came.
  const [decided, setDecided] = useState({ id: "", at: 0 });
  const follows = useRef(false);
  const had = useRef(false);
  useEffect(() => {
    if (at !== null) {
      before.current = entries;
      // The last member of a line becomes the line: another element, which has the focus of the one that went.
      const isLost = had.current && document.activeElement === document.body;
      if (follows.current || isLost) focusLine(place.current, entries.indexOf(at));
      follows.current = false;
      had.current = place.current?.contains(document.activeElement) ?? false;
      return;
    }
    const { id, at: since } = decided;
    if (id === "" || id !== open || performance.now() - since > LEAVES_MS) return;
    // A comment that is being written would be lost.
    if ([...document.querySelectorAll<HTMLTextAreaElement>("[data-evidence] textarea")].some(({ value }) => value !== "")) return;
    setDecided({ id: "", at: 0 });
    const next = afterwards(before.current, entries, id);
    if (next === null) return;
    follows.current = true;
    go(next.row.id);
  }, [at, entries, decided, open, place, go]);
  useAhead(
    at === null
      ? null
      : (afterwards(
          entries,
          entries.filter((one) => one.row.id !== open),
          open,
        )?.row ?? null),
  );
  return (id) => {
    setDecided({ id, at: performance.now() });
    void leave(id, before.current, filters);
  };
}
