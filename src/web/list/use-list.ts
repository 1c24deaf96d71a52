/** Everything that a list knows while it stands on the screen: what is asked, what came, what is chosen, what is open. */
import { type RefCallback, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { type CellTools, useCellTools } from "../cell-tools.ts";
import { usePreferencesReady } from "../prefs.ts";
import { useIsStaff, useProfile } from "../session.tsx";
import { useNarrow } from "../ui/cover.ts";
import { type Allowed, allowedOf } from "./allowed.ts";
import {
  type DrawsList,
  type ListAddress,
  type ListData,
  NOTHING,
  type PageSize,
  refreshed,
  type Selection,
  useKnownCursor,
  useListData,
  useListState,
  writeAddress,
} from "./state/index.ts";
import { type ListPrefs, type TableColumns, underFilters, useColumns } from "./columns/index.ts";
import { actionsColumn, actionsWidth, INLINE_FROM, type RowActions } from "./acts/index.ts";
import type { ActionSpec, BulkSpec, ColumnSpec, FilterSpec, HasId, ListSpec } from "./spec/index.ts";
import { preloadVirtual, useRoom, VIRTUAL_FROM } from "./table/index.ts";
import { type ListViews, useListViews } from "./views/index.ts";
import { useListActs } from "./use-list-acts.ts";

const NO_ROWS: never[] = [];
const NO_ACTIONS: never[] = [];

/** The spec without what this user may not see. */
function useAllowed<Row extends HasId, Detail extends Row>(spec: ListSpec<Row, Detail>): Allowed<Row> {
  const { permissions } = useProfile();
  const isStaff = useIsStaff();
  return useMemo(() => allowedOf(spec, permissions, isStaff), [spec, permissions, isStaff]);
}

/**
 * The columns with that of the actions, as wide as the rows need. While the same is shown it only becomes wider:
 * a live change that ends an act does not move the others. Left out where no row has an act: read-only eyes have none anywhere.
 */
function useWithActions<Row extends HasId>(
  columns: readonly ColumnSpec<Row>[],
  actions: readonly ActionSpec<Row>[],
  rows: readonly Row[],
  shown: string,
  t: CellTools["t"],
  roomy: boolean,
): { readonly columns: readonly ColumnSpec<Row>[]; readonly width: number } {
  const needed = useMemo(() => actionsWidth(actions, rows, t, roomy), [actions, rows, t, roomy]);
  const kept = useRef({ shown, t, roomy, width: 0 });
  if (kept.current.shown !== shown || kept.current.t !== t || kept.current.roomy !== roomy) kept.current = { shown, t, roomy, width: 0 };
  // Before the rows are there it stands, as it does for most; that is no width to keep.
  if (rows.length > 0) kept.current.width = Math.max(kept.current.width, needed);
  const width = rows.length > 0 ? kept.current.width : Math.max(kept.current.width, needed);
  const all = useMemo(() => (actions.length > 0 && width > 0 ? [...columns, actionsColumn(actions, width, roomy)] : columns), [columns, actions, width, roomy]);
  return { columns: all, width };
}

export interface ListModel<Row extends HasId> extends ListAddress {
  readonly tools: CellTools;
  readonly columns: readonly ColumnSpec<Row>[];
  readonly filters: readonly FilterSpec[];
  readonly views: ListViews;
  readonly prefs: ListPrefs;
  readonly save: (prefs: ListPrefs) => void;
  readonly size: PageSize;
  readonly data: ListData<Row>;
  readonly rows: readonly Row[];
  readonly narrow: boolean;
  readonly layout: TableColumns<Row>;
  /** For the element that the table fills: its width is what the columns share. */
  readonly frame: RefCallback<HTMLElement>;
  readonly actions: readonly ActionSpec<Row>[];
  readonly acts: RowActions<Row>;
  /** The object in the open drawer, as it was last drawn. */
  readonly opened: RefObject<Row | null>;
  /** What these eyes may do with several rows at once. */
  readonly bulk: readonly BulkSpec<Row>[];
  /** null: there is nothing to choose rows for. */
  readonly selection: Selection<Row> | null;
  readonly select: (next: (before: Selection<Row>) => Selection<Row>) => void;
  /** The row that keys act on. */
  readonly activeId: string | null;
  readonly setActiveId: (id: string | null) => void;
}

/** Brings a list's parts together. */
export function useList<Row extends HasId, Detail extends Row>(spec: ListSpec<Row, Detail>): ListModel<Row> {
  const tools = useCellTools();
  const { columns: own, filters, bulk } = useAllowed(spec);
  const actions = spec.actions ?? NO_ACTIONS;
  const address = useListState(filters);
  const { state } = address;
  const views = useListViews(spec.name, filters, address);
  const { prefs, size: kept, save } = views;
  const prefsReady = usePreferencesReady();
  const size = state.size ?? kept;
  useEffect(() => {
    if (size >= VIRTUAL_FROM) preloadVirtual();
  }, [size]);
  const drawsList = useRef<DrawsList<Row>>(null);
  const held = useRef(false);
  const read = useListData(spec, state, size, views.ready && (prefsReady || state.size !== null), drawsList, held);
  const data = { ...read, error: useKnownCursor(read.error, address) };
  const rows = data.page?.items ?? NO_ROWS;
  const narrow = useNarrow();
  const selectable = bulk.length > 0;
  const [selection, select] = useSelection(rows, writeAddress({ ...state, cursor: null, open: null, size: null }));
  useHolding(held, selection.size > 0, read.resume);
  const placed = useMemo(() => underFilters(own, state.filters), [own, state.filters]);
  const [room, frame] = useRoom(!narrow);
  const roomy = room === null || room >= INLINE_FROM;
  const { columns, width } = useWithActions(placed, actions, rows, writeAddress({ ...state, open: null }), tools.t, roomy);
  drawsList.current = (row) => row.id === state.open || selection.has(row.id) || (actions.length > 0 && actionsWidth(actions, [row], tools.t, roomy) > width);
  const layout = useColumns(columns, prefs, save, selectable, room, !narrow, useFirst(spec));
  const [activeId, setActiveId] = useState<string | null>(null);
  const opened = useRef<Row | null>(null);
  const acts = useListActs({ spec, actions, tools, rows, address, setActiveId, data });
  return {
    ...address,
    tools,
    columns,
    filters,
    views,
    prefs,
    save,
    size,
    data,
    rows,
    narrow,
    layout,
    frame,
    actions,
    acts,
    opened,
    bulk,
    selection: selectable ? selection : null,
    select,
    activeId,
    setActiveId,
  };
}

/** Rows stand still while some are chosen; what came in meanwhile is taken when none is. */
function useHolding(held: RefObject<boolean>, chosen: boolean, resume: () => void): void {
  const latest = useRef(resume);
  latest.current = resume;
  useEffect(() => {
    held.current = chosen;
    if (!chosen) latest.current();
  }, [held, chosen]);
}

/** Status and amount: what a row is about, as its card has it. */
function useFirst<Row extends HasId, Detail extends Row>({ card: { status, amount } }: ListSpec<Row, Detail>): readonly string[] {
  return useMemo(() => [status, amount].filter((id) => id !== undefined), [status, amount]);
}

/** Chosen rows; another question clears them, changed rows are taken anew. */
function useSelection<Row extends HasId>(rows: readonly Row[], question: string): [Selection<Row>, React.Dispatch<React.SetStateAction<Selection<Row>>>] {
  const [selection, setSelection] = useState<Selection<Row>>(NOTHING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question is the very reason
  useEffect(() => setSelection(NOTHING), [question]);
  const chosen = selection.size > 0;
  useEffect(() => {
    // Where nothing is chosen a live change asks for nothing, and the list is not drawn a second time.
    if (chosen) setSelection((before) => refreshed(before, rows));
  }, [rows, chosen]);
  return [selection, setSelection];
}
