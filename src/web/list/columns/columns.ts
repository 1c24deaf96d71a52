/** Which columns stand where: the data of a list plus what this person changed. Pure; the table and the chooser share it. */
import { DENSITIES, type Density } from "../../../contract/lists.ts";
import type { ColumnShape } from "../spec/index.ts";
import { isPageSize, type PageSize } from "../state/index.ts";

/** Widest that a growing column becomes by itself. */
export const GROWN_MAX = 240;
export const WIDTH_MIN = 56;
export const WIDTH_MAX = 640;

/** The columns that are in view at first under these filters: some explain only what a filter has picked. */
export function underFilters<Column extends ColumnShape>(columns: readonly Column[], filters: Readonly<Record<string, string>>): readonly Column[] {
  return columns.map((column) => {
    const { shownUnder } = column;
    return shownUnder && Object.entries(shownUnder).every(([key, value]) => filters[key] === value) ? { ...column, defaultHidden: false } : column;
  });
}

/** What one person keeps of one list; only differences from the list's own data. */
export interface ListPrefs {
  readonly shown?: readonly string[];
  readonly hidden?: readonly string[];
  readonly order?: readonly string[];
  readonly pinned?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
  readonly size?: PageSize;
  /** Where it is not the person's usual one. */
  readonly density?: Density;
}

const strings = (unchecked: unknown): readonly string[] | undefined =>
  Array.isArray(unchecked) && unchecked.every((item) => typeof item === "string") ? unchecked : undefined;
const isDensity = (unchecked: unknown): unchecked is Density => DENSITIES.some((density) => density === unchecked);
const clampWidth = (width: number): number => Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, Math.round(width)));

/** Reads stored preferences; anything of another shape is ignored (an older or newer version wrote it). */
export function readPrefs(unchecked: unknown): ListPrefs {
  if (typeof unchecked !== "object" || unchecked === null) return {};
  // The object is only read by name; every value is checked below.
  const raw = unchecked as Record<string, unknown>;
  const widths: Record<string, number> = {};
  if (typeof raw.widths === "object" && raw.widths !== null) {
    for (const [id, width] of Object.entries(raw.widths)) if (typeof width === "number" && Number.isFinite(width)) widths[id] = clampWidth(width);
  }
  const lists = { shown: strings(raw.shown), hidden: strings(raw.hidden), order: strings(raw.order), pinned: strings(raw.pinned) };
  return {
    ...Object.fromEntries(Object.entries(lists).filter(([, value]) => value !== undefined)),
    ...(Object.keys(widths).length > 0 ? { widths } : {}),
    ...(isPageSize(raw.size) ? { size: raw.size } : {}),
    ...(isDensity(raw.density) ? { density: raw.density } : {}),
  };
}

/** Order, visibility, pinning and widths as the table takes them. */
export interface ColumnLayout {
  readonly columnOrder: string[];
  readonly columnVisibility: Record<string, boolean>;
  readonly columnPinning: { start: string[]; end: string[] };
  readonly columnSizing: Record<string, number>;
}

/** Columns that a person has never seen keep their place after the neighbour they follow in the list's data. */
function orderOf(columns: readonly ColumnShape[], wanted: readonly string[]): string[] {
  const known = new Set(columns.map((column) => column.id));
  const order = [...new Set(wanted)].filter((id) => known.has(id));
  columns.forEach((column, index) => {
    if (order.includes(column.id)) return;
    const before = columns.slice(0, index).findLast((other) => order.includes(other.id));
    order.splice(before ? order.indexOf(before.id) + 1 : 0, 0, column.id);
  });
  return order;
}

/** The layout in force. */
export function layoutOf(columns: readonly ColumnShape[], prefs: ListPrefs): ColumnLayout {
  const order = orderOf(columns, prefs.order ?? []);
  const isFixed = (column: ColumnShape): boolean => column.pinned !== undefined;
  const visible = (column: ColumnShape): boolean =>
    isFixed(column) || (prefs.shown?.includes(column.id) ? true : prefs.hidden?.includes(column.id) ? false : !column.defaultHidden);
  const byId = new Map(columns.map((column) => [column.id, column]));
  const isLeft = (id: string): boolean => byId.get(id)?.pinned === "left" || (byId.get(id)?.pinned === undefined && prefs.pinned?.includes(id) === true);
  const fixedLeft = order.filter((id) => byId.get(id)?.pinned === "left");
  return {
    columnOrder: order,
    columnVisibility: Object.fromEntries(columns.map((column) => [column.id, visible(column)])),
    columnPinning: {
      start: [...fixedLeft, ...order.filter((id) => isLeft(id) && !fixedLeft.includes(id))],
      end: order.filter((id) => byId.get(id)?.pinned === "right"),
    },
    columnSizing: Object.fromEntries(columns.map((column) => [column.id, prefs.widths?.[column.id] ?? column.width])),
  };
}

/**
 * The layout with what a row is about in view: where the room ends before these columns, they come first after the pinned ones. An order that a
 * person has set stays, and so does one in which they stand whole already.
 * @param first ids of the columns in their order; hidden ones take no part
 * @param room as in {@link fitted}
 */
export function inView(layout: ColumnLayout, prefs: ListPrefs, first: readonly string[], room: number): ColumnLayout {
  if (prefs.order !== undefined) return layout;
  const { start, end } = layout.columnPinning;
  const width = (ids: readonly string[]): number => ids.reduce((sum, id) => sum + (layout.columnSizing[id] ?? 0), 0);
  const visible = layout.columnOrder.filter((id) => layout.columnVisibility[id]);
  const free = visible.filter((id) => !start.includes(id) && !end.includes(id));
  const wanted = first.filter((id) => free.includes(id));
  const last = free.findLastIndex((id) => wanted.includes(id));
  const left = room - width(visible.filter((id) => !free.includes(id)));
  if (width(free.slice(0, last + 1)) <= left) return layout;
  const rest = layout.columnOrder.filter((id) => !wanted.includes(id));
  const at = rest.findIndex((id) => free.includes(id));
  return at < 0 ? layout : { ...layout, columnOrder: [...rest.slice(0, at), ...wanted, ...rest.slice(at)] };
}

/**
 * The layout stretched so that the last column in view before the pinned ones stands whole: a number that is cut at the edge would read as another.
 * Columns that grow take the room first. Columns whose width a person has set keep it; where nothing fits the layout stays.
 * @param room pixels between the edges of the table, without the box that selects a row
 */
export function fitted(columns: readonly ColumnShape[], layout: ColumnLayout, prefs: ListPrefs, room: number): ColumnLayout {
  const { start, end } = layout.columnPinning;
  const width = (id: string): number => layout.columnSizing[id] ?? 0;
  const visible = layout.columnOrder.filter((id) => layout.columnVisibility[id]);
  const free = visible.filter((id) => !start.includes(id) && !end.includes(id));
  const pinned = visible.filter((id) => !free.includes(id)).reduce((sum, id) => sum + width(id), 0);
  let left = room - pinned;
  let whole = 0;
  while (whole < free.length && width(free[whole] ?? "") <= left) left -= width(free[whole++] ?? "");
  const shared = free.slice(0, whole).filter((id) => prefs.widths?.[id] === undefined);
  if (shared.length === 0 || left === 0) return layout;
  const columnSizing = { ...layout.columnSizing };
  const spread = (ids: readonly string[], most: number): void => {
    ids.forEach((id, index) => {
      const more = Math.min(Math.ceil(left / (ids.length - index)), Math.max(0, most - width(id)));
      columnSizing[id] = (columnSizing[id] ?? 0) + more;
      left -= more;
    });
  };
  const growing = new Set(columns.filter((column) => column.grow).map((column) => column.id));
  spread(
    shared.filter((id) => growing.has(id)),
    GROWN_MAX,
  );
  // Where everything fits, the table's last column takes the rest.
  if (whole < free.length) spread(shared, Number.POSITIVE_INFINITY);
  return { ...layout, columnSizing };
}

const without = (list: readonly string[] | undefined, id: string): string[] => (list ?? []).filter((item) => item !== id);
const tidy = (prefs: Record<string, unknown>): ListPrefs =>
  Object.fromEntries(Object.entries(prefs).filter(([, value]) => value !== undefined && (!Array.isArray(value) || value.length > 0)));

/** Shows or hides a column. */
export function withVisible(columns: readonly ColumnShape[], prefs: ListPrefs, id: string, visible: boolean): ListPrefs {
  const asAtFirst = (columns.find((column) => column.id === id)?.defaultHidden ?? false) !== visible;
  const shown = without(prefs.shown, id);
  const hidden = without(prefs.hidden, id);
  if (!asAtFirst) (visible ? shown : hidden).push(id);
  return tidy({ ...prefs, shown, hidden });
}

/** Moves a column by steps among the others; it stops at the ends. */
export function withMoved(columns: readonly ColumnShape[], prefs: ListPrefs, id: string, steps: number): ListPrefs {
  const order = orderOf(columns, prefs.order ?? []);
  const from = order.indexOf(id);
  if (from < 0) return prefs;
  const to = Math.min(order.length - 1, Math.max(0, from + steps));
  order.splice(from, 1);
  order.splice(to, 0, id);
  return tidy({ ...prefs, order });
}

/** Pins a column to the left or lets it go. */
export function withPinned(prefs: ListPrefs, id: string, pinned: boolean): ListPrefs {
  return tidy({ ...prefs, pinned: pinned ? [...without(prefs.pinned, id), id] : without(prefs.pinned, id) });
}

/** Sets a column's width in pixels, kept within bounds. */
export function withWidth(prefs: ListPrefs, id: string, width: number): ListPrefs {
  return tidy({ ...prefs, widths: { ...prefs.widths, [id]: clampWidth(width) } });
}
