/** A list's state is its address: reading it, and changing it through the history. */
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { type ListState, readAddress, withChange, writeAddress } from "./address.ts";
import type { FilterSpec } from "../spec/index.ts";

export interface ListAddress {
  readonly state: ListState;
  /** The state without its drawer: the same object while nothing but the drawer changes, so that what only asks for rows is not drawn again. */
  readonly asked: ListState;
  /** The state last asked for: the router shows it a moment later, and a second key must not count from the old one. */
  readonly heading: () => ListState;
  /** The row whose drawer was closed last, which may never have been drawn; null: closed by something else, as Back. */
  readonly left: () => string | null;
  /** Goes to another state; `replace` where Back should not lead to the old one (typing, walking rows). */
  readonly go: (next: ListState, replace?: boolean) => void;
  /** As `go`, from {@link asked}: whatever drawer is open stays open. */
  readonly ask: (next: ListState, replace?: boolean) => void;
  readonly change: (change: Partial<ListState>, replace?: boolean) => void;
}

/** A state with the filters of the one before where they say the same: columns follow the filters, and every row follows the columns. */
export function withKeptFilters(before: ListState | null, now: ListState): ListState {
  if (before === null) return now;
  const [old, next] = [before.filters, now.filters];
  const isSame = Object.keys(old).length === Object.keys(next).length && Object.entries(next).every(([key, value]) => old[key] === value);
  return isSame ? { ...now, filters: old } : now;
}

/** The state without its drawer; the one before where it says the same. */
export function withoutDrawer(before: ListState | null, now: ListState): ListState {
  const asked = { ...now, open: null };
  return before !== null && writeAddress(before) === writeAddress(asked) ? before : asked;
}

interface Asked {
  readonly search: string;
  readonly state: ListState;
}

/** What is still on its way once `search` stands in the address; an address that nobody asked for here (Back) drops it all. */
export function stillAsked(asked: readonly Asked[], search: string): readonly Asked[] {
  const at = asked.findIndex((one) => one.search === search);
  return at < 0 ? [] : asked.slice(at + 1);
}

/** The state in the address bar. `heading`, `left`, `go`, `ask` and `change` stay the same functions. */
export function useListState(filters: readonly FilterSpec[]): ListAddress {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const shown = useRef<Pick<ListAddress, "state" | "asked"> | null>(null);
  const { state, asked } = useMemo(() => {
    const read = withKeptFilters(shown.current?.state ?? null, readAddress(new URLSearchParams(search), filters));
    return { state: read, asked: withoutDrawer(shown.current?.asked ?? null, read) };
  }, [search, filters]);
  const latest = useRef({ state, asked, pathname, search, navigate });
  const onItsWay = useRef<readonly Asked[]>([]);
  const closed = useRef<string | null>(null);
  useLayoutEffect(() => {
    // The same address says nothing new: a list is drawn for many reasons while it is on its way to another state.
    if (latest.current.search !== search || latest.current.pathname !== pathname) onItsWay.current = stillAsked(onItsWay.current, search);
    latest.current = { state, asked, pathname, search, navigate };
    shown.current = { state, asked };
  }, [state, asked, pathname, search, navigate]);
  const heading = useCallback(() => onItsWay.current.at(-1)?.state ?? latest.current.state, []);
  const go = useCallback(
    (next: ListState, replace = false) => {
      closed.current = next.open === null ? heading().open : null;
      // A screen with several lists names the one in view; the list itself knows nothing of it.
      const tab = new URLSearchParams(latest.current.search).get("tab");
      const query = [...(tab === null ? [] : [`tab=${encodeURIComponent(tab)}`]), writeAddress(next)].filter(Boolean).join("&");
      const to = query === "" ? "" : `?${query}`;
      // A drawer that opens or closes is drawn in the very task of the click or the key. Drawn in a transition it would come a picture later:
      // after a click the browser lets no other task run before it has drawn one. All else takes longer, and is drawn in slices.
      const { state: before, asked: rows } = latest.current;
      const flushSync = onItsWay.current.length === 0 && (before.open === null || next.open === null) && withoutDrawer(rows, next) === rows;
      onItsWay.current = to === latest.current.search ? [] : [...onItsWay.current, { search: to, state: next }];
      void latest.current.navigate({ pathname: latest.current.pathname, search: to }, { replace, preventScrollReset: true, flushSync });
    },
    [heading],
  );
  const left = useCallback(() => closed.current, []);
  const ask = useCallback((next: ListState, replace = false) => go({ ...next, open: heading().open }, replace), [go, heading]);
  const change = useCallback((part: Partial<ListState>, replace = false) => go(withChange(heading(), part), replace), [go, heading]);
  return { state, asked, heading, left, go, ask, change };
}
