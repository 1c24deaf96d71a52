/** The view that is open over a list, by its address or because the list opens with it. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router";
import type { ViewPlace } from "../../../contract/lists.ts";
import type { SavedView } from "../../../contract/views.schema.ts";
import { text } from "../../i18n/keys.ts";
import { errorOf, fetchData, queryClient } from "../../query.ts";
import { notify } from "../../ui/notices.tsx";
import type { FilterSpec } from "../spec/index.ts";
import { asksForView, type ListAddress, writeAddress } from "../state/index.ts";
import { dropDraft, type ListLayout, useListLayout } from "./draft.ts";
import { isChanged, stateOfView } from "./view.ts";

/** Cache key of what the menu shows of a list's views; `""`: without a search among them. */
export const viewsKey = (list: string, q = ""): readonly string[] => ["views", list, q];
const viewKey = (id: string | null): readonly (string | null)[] => ["view", id];

export interface ListViews extends ListLayout {
  readonly list: ViewPlace;
  readonly open: SavedView | null;
  /** The list shows something else than the open view says. */
  readonly changed: boolean;
  /** Goes to a view as it is saved; null: to the plain list. */
  readonly show: (view: SavedView | null) => void;
  /** After a view was written: the open one is drawn by what the server says, the menu is read anew. */
  readonly keep: (view: SavedView) => void;
  /** After one was deleted: what it asked for stands, without its name. */
  readonly forget: (view: SavedView) => void;
  /** False while it is not known what the list opens with: it waits with its first call. */
  readonly ready: boolean;
}

/** True until it is known with which view the list opens, and gone to it. */
function useStandard(list: string, bare: boolean, show: (view: SavedView, replace: boolean) => void): boolean {
  const entered = useRef(bare);
  const read = useQuery({
    queryKey: viewsKey(list),
    queryFn: () => fetchData("GET /api/views", { query: { list }, background: true }),
    enabled: entered.current,
    staleTime: 300_000,
  });
  const standard = entered.current ? read.data?.standard : undefined;
  const waits = entered.current && (!read.isFetched || (standard ?? null) !== null);
  useEffect(() => {
    if (!entered.current || !read.isFetched) return;
    entered.current = false;
    if (standard && bare) show(standard, true);
  }, [read.isFetched, standard, bare, show]);
  return waits;
}

/** Views of a list. */
export function useListViews(list: ViewPlace, filters: readonly FilterSpec[], { state, go, heading }: ListAddress): ListViews {
  const { search } = useLocation();
  const { view: id } = state;
  const read = useQuery({
    queryKey: viewKey(id),
    queryFn: () => fetchData("GET /api/views/:id", { params: { id: id ?? "" }, background: true }),
    enabled: id !== null,
    staleTime: 60_000,
  });
  const open = id !== null && read.data?.list === list ? read.data : null;
  const goTo = useCallback(
    (view: SavedView, replace: boolean) => {
      queryClient.setQueryData(viewKey(view.id), view);
      go(stateOfView(view, filters, heading()), replace);
    },
    [filters, go, heading],
  );
  const waits = useStandard(list, writeAddress(state) === "", goTo);
  const alone = asksForView(new URLSearchParams(search), state);
  // Asked for by somebody who may not see it, or gone: what the address says beside it counts.
  const isGone = id !== null && ((read.isFetched && read.data !== undefined && open === null) || (read.isError && errorOf(read.error).status === 404));
  useEffect(() => {
    if (open !== null && alone) go(stateOfView(open, filters, state), true);
    if (!isGone) return;
    notify({ kind: "info", text: text("list.views.gone") });
    go({ ...state, view: null }, true);
  }, [open, alone, isGone, filters, state, go]);
  const layout = useListLayout(list, open);
  const show = useCallback(
    (view: SavedView | null) => {
      dropDraft(list);
      if (view !== null) goTo(view, false);
      else go({ ...stateOfPlain, open: heading().open, size: heading().size });
    },
    [list, goTo, go, heading],
  );
  const keep = useCallback(
    (view: SavedView) => {
      queryClient.setQueryData(viewKey(view.id), view);
      void queryClient.invalidateQueries({ queryKey: ["views", list] });
    },
    [list],
  );
  const forget = useCallback(
    (view: SavedView) => {
      const now = heading();
      if (now.view === view.id) go({ ...now, view: null }, true);
      queryClient.removeQueries({ queryKey: viewKey(view.id) });
      void queryClient.invalidateQueries({ queryKey: ["views", list] });
    },
    [heading, go, list],
  );
  const changed = open !== null && isChanged(open, state, layout.layout, filters);
  const ready = !waits && (id === null || (read.isFetched && !(alone && open !== null)));
  return useMemo(() => ({ ...layout, list, open, changed, show, keep, forget, ready }), [layout, list, open, changed, show, keep, forget, ready]);
}
const stateOfPlain = { q: "", preset: null, from: null, to: null, filters: {}, cursor: null, sort: "-created_at", view: null } as const;
