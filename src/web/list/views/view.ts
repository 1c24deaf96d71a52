/** What a saved view holds, compared with what a list shows now. Pure. */
import type { SavedView, ViewLayout } from "../../../contract/views.schema.ts";
import { type ListPrefs, readPrefs } from "../columns/index.ts";
import type { FilterSpec } from "../spec/index.ts";
import { type ListState, readAddress, viewQuery } from "../state/index.ts";

/** The columns and the height of a row, without how many stand on a page: that stays the person's own. */
export function layoutOfPrefs({ size: _own, ...layout }: ListPrefs): ViewLayout {
  const { shown, hidden, order, pinned, widths, density } = layout;
  return {
    ...(shown ? { shown: [...shown] } : {}),
    ...(hidden ? { hidden: [...hidden] } : {}),
    ...(order ? { order: [...order] } : {}),
    ...(pinned ? { pinned: [...pinned] } : {}),
    ...(widths ? { widths: { ...widths } } : {}),
    ...(density ? { density } : {}),
  };
}

/** The state that a view asks for; drawer and page size stay. Values that this list does not know (any more) are left out. */
export function stateOfView(view: SavedView, filters: readonly FilterSpec[], now: Pick<ListState, "open" | "size">): ListState {
  return { ...readAddress(new URLSearchParams(view.query), filters), cursor: null, open: now.open, size: now.size, view: view.id };
}

/** One text for layouts that look the same. */
function layoutText(layout: unknown): string {
  const { shown, hidden, order, pinned, widths, density } = readPrefs(layout);
  const sorted = (ids: readonly string[] | undefined): readonly string[] => [...(ids ?? [])].sort();
  const ofWidths = Object.entries(widths ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([sorted(shown), sorted(hidden), order ?? [], sorted(pinned), ofWidths, density ?? "normal"]);
}

/** True when the list shows other rows, or shows them otherwise, than the view says. */
export function isChanged(view: SavedView, state: ListState, layout: ViewLayout, filters: readonly FilterSpec[]): boolean {
  return viewQuery(state) !== viewQuery(stateOfView(view, filters, state)) || layoutText(layout) !== layoutText(view.layout);
}
