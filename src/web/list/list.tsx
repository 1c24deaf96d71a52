/** The one list of the product: bar, table or cards, pages, drawer, acts, keys and live changes, described by a {@link ListSpec}. */
import { type ComponentProps, type ReactElement, type ReactNode, Suspense, useCallback, useMemo, useRef } from "react";
import { ROW_HEIGHTS } from "../prefs.ts";
import { useRouteState } from "../route-state.ts";
import { SCREEN_NAMES, type ScreenName } from "../screens.ts";
import { apiQuery, NOTHING, rowNow, toggledAll, withoutFilters } from "./state/index.ts";
import { BulkBar, type Matching, useActIntent } from "./acts/index.ts";
import { columnsInView } from "./columns/index.ts";
import { Drawer, useReadAhead } from "./drawer/index.ts";
import { FilterBar, ToolButtons } from "./bar/index.ts";
import { ListContent } from "./list-content.tsx";
import css from "./list.module.css";
import { SearchLine } from "./search-line.tsx";
import { Pager } from "./table/index.ts";
import type { HasId, ListSpec } from "./spec/index.ts";
import { ViewStrip } from "./views/index.ts";
import { type ListModel, useList } from "./use-list.ts";
import { step, useListKeys, useRowClick } from "./use-list-keys.ts";

export interface ListProps<Row extends HasId, Detail extends Row> {
  readonly spec: ListSpec<Row, Detail>;
  /** Numbers on the status tabs, by tab value. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Buttons of the screen itself, beside the list's tools. */
  readonly extra?: ReactNode;
  /** A line over the table (integrity, hints). */
  readonly above?: ReactNode;
  /** Over everything: the tabs of a screen with several lists. */
  readonly tabs?: ReactNode;
}

/** Draws a list. */
export function List<Row extends HasId, Detail extends Row>({ spec, counts, extra, above, tabs }: ListProps<Row, Detail>): ReactElement {
  const list = useList(spec);
  const { state, asked, tools, ask, change, acts, data, size, narrow } = list;
  const search = useRef<HTMLInputElement>(null);
  useListKeys(list, search);
  useActIntent(spec, state.open, data.page !== null, acts.act, tools);
  const { columns, filters, views } = list;
  const inView = useInView(list);
  // A live change draws its row, not the bar, and a drawer draws itself: what the bar is given stays the same.
  const toolButtons = useMemo(
    () => (
      <>
        {extra}
        <ToolButtons
          list={spec.name}
          endpoint={spec.endpoint}
          columns={columns}
          filters={filters}
          views={views}
          state={asked}
          tools={tools}
          narrow={narrow}
          size={size}
          exportable={spec.exportable ?? false}
          inView={inView}
          onReload={data.reload}
        />
      </>
    ),
    [extra, spec, columns, filters, views, asked, tools, narrow, size, data.reload, inView],
  );
  const viewStrip = useMemo(
    () => (views.open === null ? null : <ViewStrip list={spec.name} endpoint={spec.endpoint} filters={filters} state={asked} views={views} tools={tools} />),
    [spec, filters, asked, views, tools],
  );
  return (
    <div className={css.list}>
      {tabs}
      <FilterBar
        list={spec.name}
        filters={filters}
        state={asked}
        tools={tools}
        searchHint={tools.t(spec.searchHint)}
        search={search}
        counts={counts}
        go={ask}
        toolsRight={toolButtons}
        lead={viewStrip}
      />
      {above}
      <Rows list={list} spec={spec} />
      {state.open === null ? null : (
        <Drawer
          spec={spec}
          id={state.open}
          row={list.rows.find((row) => row.id === state.open) ?? null}
          actions={list.actions}
          tools={tools}
          modal={narrow}
          opened={list.opened}
          left={list.left}
          onClose={() => change({ open: null })}
          onAct={(action, row) => void acts.act(action, row)}
          onStep={(by) => step(list, by === 1 ? "next" : "previous")}
        />
      )}
      {acts.overlays}
    </div>
  );
}

/** What is in view when somebody asks: the function stays the same, so that the bar does not change with what is chosen. */
function useInView<Row extends HasId>(list: ListModel<Row>): ComponentProps<typeof ToolButtons<Row>>["inView"] {
  const latest = useRef(list);
  latest.current = list;
  return useCallback(() => {
    const { layout, selection, columns, prefs } = latest.current;
    return { columns: columnsInView(layout, columns, prefs), chosen: [...(selection?.keys() ?? [])] };
  }, []);
}

/** The framed part: chosen rows, what came in, the rows, the pages. */
function Rows<Row extends HasId, Detail extends Row>({ list, spec }: { list: ListModel<Row>; spec: ListSpec<Row, Detail> }): ReactElement {
  const { data, tools, selection, select, state, change, go, prefs, save, size } = list;
  const { kept, keep } = useRouteState(spec.screen ?? routeName(spec.name));
  const rowHeight = ROW_HEIGHTS[list.views.density];
  const onRowClick = useRowClick(list);
  const ahead = useReadAhead(spec);
  const latest = useRef(list);
  latest.current = list;
  const onSelectAll = useCallback(() => latest.current.select((before) => toggledAll(before, latest.current.rows.map(rowNow))), []);
  const onSort = useCallback(() => latest.current.change({ sort: latest.current.state.sort === "created_at" ? "-created_at" : "created_at" }), []);
  return (
    <div ref={list.frame} className={css.frame} {...ahead}>
      {data.fetching && data.page ? <div className={css.busy} aria-hidden="true" /> : null}
      <ListContent
        {...list}
        spec={spec}
        rowHeight={rowHeight}
        onRowClick={onRowClick}
        onSelectAll={onSelectAll}
        onSort={onSort}
        onClear={() => go(withoutFilters(state))}
        initialScroll={kept?.scroll ?? 0}
        onScrolled={(scroll) => keep({ scroll })}
        bulkBar={
          selection && selection.size > 0 ? (
            <Suspense fallback={null}>
              <BulkBar
                acts={list.bulk}
                selection={selection}
                amountOf={spec.amountOf}
                matching={matchingOf(list)}
                tools={tools}
                headHeight={rowHeight}
                onClear={() => select(() => NOTHING)}
                onDone={data.reload}
              />
            </Suspense>
          ) : null
        }
      />
      <SearchLine page={data.page} search={data.search} newestFirst={state.sort === "-created_at"} tools={tools} />
      <Pager
        page={data.page}
        quiet={data.search.state === "running"}
        fresh={data.fresh}
        onFresh={data.reload}
        size={size}
        tools={tools}
        onCursor={(cursor) => change({ cursor })}
        onSize={(next) => {
          save({ ...prefs, size: next });
          change({ size: null, cursor: null });
        }}
      />
    </div>
  );
}

/** Everything that the filters match, once the whole page is chosen: choosing it all is the next step. */
function matchingOf<Row extends HasId>({ data: { page }, rows, selection, state, size }: ListModel<Row>): Matching | null {
  if (page === null || selection === null || !rows.every((row) => selection.has(row.id))) return null;
  // Presets become days here, so that exactly what is shown is meant.
  const { size: _size, cursor: _cursor, ...query } = apiQuery(state, size, Date.now());
  const filter = Object.fromEntries(Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])));
  return { total: page.total.value, exact: page.total.exact, filter };
}

function routeName(list: string): ScreenName {
  return SCREEN_NAMES.find((name) => name === list) ?? "index";
}
