/** A list's state is its address: reading it, and changing it through the history. */
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { type ListState, readAddress, withChange, writeAddress } from "./address.ts";
import type { FilterSpec } from "../spec/index.ts";

export interface ListAddress {
  readonly state: ListState;
  /** The state last asked for: the router shows it a moment later, and a second key must not count from the old one. */
  readonly heading: () => ListState;
  /** Goes to another state; `replace` where Back should not lead to the old one (typing, walking rows). */
  readonly go: (next: ListState, replace?: boolean) => void;
  readonly change: (change: Partial<ListState>, replace?: boolean) => void;
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

/** The state in the address bar. `heading`, `go` and `change` stay the same functions. */
export function useListState(filters: readonly FilterSpec[]): ListAddress {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const state = useMemo(() => readAddress(new URLSearchParams(search), filters), [search, filters]);
  const latest = useRef({ state, pathname, search, navigate });
  const asked = useRef<readonly Asked[]>([]);
  useLayoutEffect(() => {
    // The same address says nothing new: a list is drawn for many reasons while it is on its way to another state.
    if (latest.current.search !== search || latest.current.pathname !== pathname) asked.current = stillAsked(asked.current, search);
    latest.current = { state, pathname, search, navigate };
  }, [state, pathname, search, navigate]);
  const heading = useCallback(() => asked.current.at(-1)?.state ?? latest.current.state, []);
  const go = useCallback((next: ListState, replace = false) => {
    // A screen with several lists names the one in view; the list itself knows nothing of it.
    const tab = new URLSearchParams(latest.current.search).get("tab");
    const query = [...(tab === null ? [] : [`tab=${encodeURIComponent(tab)}`]), writeAddress(next)].filter(Boolean).join("&");
    const to = query === "" ? "" : `?${query}`;
    asked.current = to === latest.current.search ? [] : [...asked.current, { search: to, state: next }];
    void latest.current.navigate({ pathname: latest.current.pathname, search: to }, { replace, preventScrollReset: true });
  }, []);
  const change = useCallback((part: Partial<ListState>, replace = false) => go(withChange(heading(), part), replace), [go, heading]);
  return { state, heading, go, change };
}
