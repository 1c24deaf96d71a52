/** A list's state is its address: reading it, and changing it through the history. */
import { useCallback, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { type ListState, readAddress, withChange, writeAddress } from "./address.ts";
import type { FilterSpec } from "./filters.ts";

export interface ListAddress {
  readonly state: ListState;
  /** Goes to another state; `replace` where Back should not lead to the old one (typing, walking rows). */
  readonly go: (next: ListState, replace?: boolean) => void;
  readonly change: (change: Partial<ListState>, replace?: boolean) => void;
}

/** The state in the address bar. `go` and `change` stay the same functions. */
export function useListState(filters: readonly FilterSpec[]): ListAddress {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const state = useMemo(() => readAddress(new URLSearchParams(search), filters), [search, filters]);
  const latest = useRef({ state, pathname, search, navigate });
  latest.current = { state, pathname, search, navigate };
  const go = useCallback((next: ListState, replace = false) => {
    // A screen with several lists names the one in view; the list itself knows nothing of it.
    const tab = new URLSearchParams(latest.current.search).get("tab");
    const query = [...(tab === null ? [] : [`tab=${encodeURIComponent(tab)}`]), writeAddress(next)].filter(Boolean).join("&");
    void latest.current.navigate({ pathname: latest.current.pathname, search: query === "" ? "" : `?${query}` }, { replace, preventScrollReset: true });
  }, []);
  const change = useCallback((part: Partial<ListState>, replace = false) => go(withChange(latest.current.state, part), replace), [go]);
  return { state, go, change };
}
