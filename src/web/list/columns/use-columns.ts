/** The column model on TanStack Table: order, visibility, pinning and widths of one list for one person. */
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  metaHelper,
  type TableOptions,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { fitted, inView, layoutOf, type ListPrefs, WIDTH_MAX, WIDTH_MIN, withWidth } from "./columns.ts";
import type { ColumnSpec, HasId } from "../spec/index.ts";

/** Width of the box that selects a row. */
export const SELECT_WIDTH = 40;

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  // Rows of many kinds pass through this one registry; a list reads its own columns back through their ids.
  columnMeta: metaHelper<{ readonly align?: "right" }>(),
});

/** A column as it stands: what to draw and where it sticks. The same object until the layout changes. */
export interface PlacedColumn<Row> {
  readonly spec: ColumnSpec<Row>;
  readonly width: number;
  readonly style: { readonly left?: number; readonly right?: number } | undefined;
  /** `left`/`right`: sticks there; `left-edge`/`right-edge`: the last one that does, which casts the shadow. */
  readonly stick: "left" | "left-edge" | "right" | "right-edge" | undefined;
  readonly resize: ((event: unknown) => void) | undefined;
}
export interface TableColumns<Row> {
  readonly placed: readonly PlacedColumn<Row>[];
  readonly totalWidth: number;
  /** Column and pixels by which its edge is being dragged. */
  readonly drag: { readonly id: string; readonly by: number } | null;
}

const NO_ROWS: never[] = [];

const resizingOf = <T>(state: { readonly columnResizing: T }): T => state.columnResizing;
const NOTHING_PLACED: never[] = [];
const NONE_FIRST: readonly string[] = [];

/**
 * Lays out the columns of a list.
 * @param room width of the list's frame in pixels, null while it is not known
 * @param drawn false where rows are cards: nothing has to be laid out
 * @param first columns that say what a row is about: always in view, the same array each time
 */
export function useColumns<Row extends HasId>(
  columns: readonly ColumnSpec<Row>[],
  prefs: ListPrefs,
  save: (prefs: ListPrefs) => void,
  selectable: boolean,
  room: number | null,
  drawn: boolean,
  first: readonly string[] = NONE_FIRST,
): TableColumns<Row> {
  const layout = useMemo(() => {
    const plain = layoutOf(columns, prefs);
    if (room === null) return plain;
    const own = room - (selectable ? SELECT_WIDTH : 0);
    return fitted(columns, inView(plain, prefs, first, own), prefs, own);
  }, [columns, prefs, room, selectable, first]);
  const defs = useMemo(
    () => columns.map((column) => ({ id: column.id, minSize: WIDTH_MIN, maxSize: WIDTH_MAX, enableResizing: column.pinned !== "right" })),
    [columns],
  );
  // The same options give the same table, and so the same columns: otherwise every row would be drawn with every change to one of them.
  const options = useMemo(
    (): TableOptions<typeof features, never> => ({
      features,
      columns: defs,
      data: NO_ROWS,
      state: layout,
      columnResizeMode: "onEnd",
      onColumnSizingChange: (updater) => {
        const next = typeof updater === "function" ? updater(layout.columnSizing) : updater;
        let changed = prefs;
        for (const [id, width] of Object.entries(next)) if (width !== layout.columnSizing[id]) changed = withWidth(changed, id, width);
        if (changed !== prefs) save(changed);
      },
    }),
    [defs, layout, prefs, save],
  );
  const table = useTable(options, resizingOf);
  const placed = useMemo(() => {
    if (!drawn) return NOTHING_PLACED;
    const byId = new Map(columns.map((column) => [column.id, column]));
    const headers = new Map(table.getLeafHeaders().map((header) => [header.column.id, header]));
    const start = table.getStartVisibleLeafColumns();
    const end = table.getEndVisibleLeafColumns();
    const all = [...start, ...table.getCenterVisibleLeafColumns(), ...end];
    return all.flatMap((column): PlacedColumn<Row>[] => {
      const spec = byId.get(column.id);
      if (!spec) return [];
      const pinned = column.getIsPinned();
      const edge = pinned === "start" ? column === start[start.length - 1] : column === end[0];
      return [
        {
          spec,
          width: layout.columnSizing[column.id] ?? column.getSize(),
          style:
            pinned === "start"
              ? { left: column.getStart("start") + (selectable ? SELECT_WIDTH : 0) }
              : pinned === "end"
                ? { right: column.getAfter("end") }
                : undefined,
          stick: pinned === "start" ? (edge ? "left-edge" : "left") : pinned === "end" ? (edge ? "right-edge" : "right") : undefined,
          resize: column.getCanResize() ? headers.get(column.id)?.getResizeHandler() : undefined,
        },
      ];
    });
  }, [columns, table, selectable, layout, drawn]);
  const totalWidth = placed.reduce((sum, column) => sum + column.width, selectable ? SELECT_WIDTH : 0);
  const resizing = table.state;
  const drag =
    typeof resizing.isResizingColumn === "string" && resizing.deltaOffset !== null ? { id: resizing.isResizingColumn, by: resizing.deltaOffset } : null;
  return { placed, totalWidth, drag };
}

/** The columns of rows in the order in which they stand; as cards have none, in that of the person's layout. */
export function columnsInView<Row extends HasId>(
  { placed }: TableColumns<Row>,
  columns: readonly ColumnSpec<Row>[],
  prefs: ListPrefs,
): readonly ColumnSpec<Row>[] {
  // The acts are no part of what a row says.
  const isOwn = ({ id }: ColumnSpec<Row>): boolean => id !== "actions";
  if (placed.length > 0) return placed.map(({ spec }) => spec).filter(isOwn);
  const { columnOrder, columnVisibility } = layoutOf(columns, prefs);
  return columnOrder.flatMap((id) => columns.filter((column) => column.id === id && columnVisibility[id] !== false && isOwn(column)));
}
