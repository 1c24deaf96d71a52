/** Columns of a list as they stand: a person's own, or those of the view that is open with what has been changed of them and not saved. */
import { useCallback, useMemo } from "react";
import type { Density } from "../../../contract/lists.ts";
import type { SavedView, ViewLayout } from "../../../contract/views.schema.ts";
import { preference, setPreferences, useDensity, usePreferences } from "../../prefs.ts";
import { type ListPrefs, readPrefs, useListPrefs } from "../columns/index.ts";
import type { PageSize } from "../state/index.ts";
import { layoutOfPrefs } from "./view.ts";

/** Under which key the account keeps what is not saved of a list's view: one view at a time. */
const draftKey = (list: string): string => `view.${list}`;

/** What has been changed of this view's columns; null: nothing. */
function draftOf(kept: unknown, view: SavedView): unknown {
  if (typeof kept !== "object" || kept === null || !("id" in kept) || !("layout" in kept)) return null;
  return kept.id === view.id ? kept.layout : null;
}

/** Forgets what has been changed of columns and not saved. */
export function dropDraft(list: string): void {
  if (preference(draftKey(list))) void setPreferences({ [draftKey(list)]: null });
}

export interface ListLayout {
  readonly prefs: ListPrefs;
  readonly size: PageSize;
  readonly save: (prefs: ListPrefs) => void;
  readonly density: Density;
  readonly saveDensity: (density: Density) => void;
  /** What a view would hold of it. */
  readonly layout: ViewLayout;
}

/** @param view the one that is open; null: none */
export function useListLayout(list: string, view: SavedView | null): ListLayout {
  const own = useListPrefs(list);
  const ownDensity = useDensity();
  const kept = usePreferences()[draftKey(list)];
  const { size: ownSize } = own.prefs;
  const prefs = useMemo(() => {
    if (view === null) return own.prefs;
    return { ...readPrefs(draftOf(kept, view) ?? view.layout), ...(ownSize === undefined ? {} : { size: ownSize }) };
  }, [view, kept, own.prefs, ownSize]);
  const { save: saveOwn, prefs: ownPrefs } = own;
  const save = useCallback(
    (next: ListPrefs) => {
      if (view === null) return saveOwn(next);
      if (next.size !== ownPrefs.size && next.size !== undefined) saveOwn({ ...ownPrefs, size: next.size });
      void setPreferences({ [draftKey(list)]: { id: view.id, layout: layoutOfPrefs(next) } });
    },
    [view, saveOwn, ownPrefs, list],
  );
  const density = prefs.density ?? (view === null ? ownDensity : "normal");
  const saveDensity = useCallback(
    (next: Density) => {
      if (view === null) void setPreferences({ density: next });
      else save({ ...prefs, density: next });
    },
    [view, save, prefs],
  );
  const layout = useMemo(() => ({ ...layoutOfPrefs(prefs), density }), [prefs, density]);
  const { size } = own;
  return useMemo(() => ({ prefs, size, save, density, saveDensity, layout }), [prefs, size, save, density, saveDensity, layout]);
}
