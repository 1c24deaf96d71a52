/** What stands in the list's frame: rows, or why there are none. */
import { Button } from "@mantine/core";
import { lazy, type MouseEvent, type ReactElement, Suspense, useDeferredValue, useMemo, useRef } from "react";
import { EmptyState, ErrorState } from "../ui/blocks.tsx";
import { StaleStrip } from "../ui/stale.tsx";
import { activeTags, isFiltered, isSearched, type ListData, type ListState, type PageSize, type Selection } from "./state/index.ts";
import { Cards, ListTable, Skeleton } from "./table/index.ts";
import { tagWord } from "./bar/index.ts";
import type { ColumnSpec, FilterSpec, HasId, ListSpec } from "./spec/index.ts";
import css from "./list.module.css";
import { searchedText } from "./search-line.tsx";
import type { CellTools } from "../cell-tools.ts";
import { mayNow } from "../session.tsx";
import type { TableColumns } from "./columns/index.ts";

/** Only where there is nothing; without it the list says so all the same. */
const Neighbours = lazy(() => import("./neighbours.tsx").catch(() => ({ default: () => null })));

interface Props<Row extends HasId, Detail extends Row> {
  readonly spec: ListSpec<Row, Detail>;
  readonly columns: readonly ColumnSpec<Row>[];
  readonly filters: readonly FilterSpec[];
  readonly layout: TableColumns<Row>;
  readonly data: ListData<Row>;
  readonly state: ListState;
  readonly tools: CellTools;
  readonly size: PageSize;
  readonly rowHeight: number;
  readonly narrow: boolean;
  readonly selection: Selection<Row> | null;
  readonly activeId: string | null;
  readonly onRowClick: (event: MouseEvent<HTMLElement>, row: Row) => void;
  readonly onSelectAll: () => void;
  readonly onSort: () => void;
  readonly go: (next: ListState) => void;
  readonly onClear: () => void;
  readonly initialScroll: number;
  readonly onScrolled: (top: number) => void;
  /** What can be done with the chosen rows: over the table's head, on a phone at the thumb. */
  readonly bulkBar: ReactElement | null;
}

/** The rows, or why there are none, and around them what stands at every time. */
export function ListContent<Row extends HasId, Detail extends Row>(props: Props<Row, Detail>): ReactElement {
  const { data, narrow, bulkBar } = props;
  return (
    <>
      {data.page === null ? null : <StaleStrip error={data.error} onRetry={data.reload} />}
      {narrow ? null : bulkBar}
      <Content {...props} />
      {narrow ? bulkBar : null}
    </>
  );
}

/** Skeleton, error, emptiness, cards or table. Old rows stay while new ones load or when a reload failed. */
function Content<Row extends HasId, Detail extends Row>(props: Props<Row, Detail>): ReactElement {
  const { spec, data, state, tools, narrow, layout, size, rowHeight } = props;
  const { t } = tools;
  const label = t("list.table.region", { what: t(spec.title) });
  // Rows that come are drawn in slices, a touch is answered between them; changes of rows that stand there are shown at once.
  const { placed, totalWidth } = layout;
  const come = useMemo(() => ({ page: data.page, places: { placed, totalWidth } }), [data.page, placed, totalWidth]);
  const { page, places } = useDeferredValue(come);
  // The bars keep their places until the rows stand there: what the rows need, such as room for their acts, moves none of them.
  const empty = useRef(layout);
  if (data.page === null) empty.current = layout;
  if (data.page === null || (page === null && data.error === null)) {
    if (data.page === null && data.error && data.error.status !== 401)
      return (
        <div className={css.state}>
          <ErrorState error={data.error} what={t("list.state.failed")} onRetry={data.reload} />
        </div>
      );
    return <Skeleton rows={size} rowHeight={rowHeight} layout={empty.current} narrow={narrow} tools={tools} />;
  }
  const shown = page ?? data.page;
  if (shown.items.length === 0) return <Nothing {...props} />;
  if (narrow)
    return (
      <Cards
        rows={shown.items}
        card={spec.card}
        columns={props.columns}
        tools={tools}
        selected={props.selection}
        label={t(spec.title)}
        onRowClick={props.onRowClick}
      />
    );
  return (
    <ListTable
      layout={{ ...layout, ...places }}
      label={label}
      page={shown}
      rows={shown.items}
      tools={tools}
      selection={props.selection}
      openId={state.open}
      rowHeight={rowHeight}
      activeId={props.activeId}
      sortColumn={spec.sortColumn ?? "created_at"}
      newestFirst={state.sort === "-created_at"}
      onSort={props.onSort}
      onRowClick={props.onRowClick}
      onSelectAll={props.onSelectAll}
      initialScroll={props.initialScroll}
      onScrolled={props.onScrolled}
    />
  );
}

/** That there is nothing, and what to do about it, to those who may. */
export function emptyText({ empty, firstStep }: Pick<ListSpec<HasId>, "empty" | "firstStep">, { t, locale }: CellTools): string {
  if (firstStep === undefined || !mayNow(firstStep.permission)) return t(empty);
  return `${t(empty)}${locale === "zh" ? "" : " "}${t(firstStep.text)}`;
}

function Nothing<Row extends HasId, Detail extends Row>({ spec, data, filters, state, tools, go, onClear }: Props<Row, Detail>): ReactElement {
  const { t } = tools;
  const { page, search } = data;
  // "Nothing" is only said once everything has been searched.
  if (isSearched(page))
    return (
      <div className={css.state}>
        <EmptyState
          text={t(search.state === "running" ? "list.reach.nothingYet" : "list.reach.nothingSoFar", {
            reach: searchedText(page, state.sort === "-created_at", tools),
          })}
        />
      </div>
    );
  if (!isFiltered(state))
    return (
      <div className={css.state}>
        <EmptyState text={emptyText(spec, tools)} />
      </div>
    );
  const words = activeTags(state, filters).map((tag) => tagWord(tag, tools));
  return (
    <div className={css.state}>
      <EmptyState
        text={t("list.state.emptyFiltered", { filters: words.join(tools.locale === "zh" ? "，" : ", ") })}
        action={
          <Button variant="default" onClick={onClear}>
            {t("list.filters.clear")}
          </Button>
        }
      />
      <Suspense fallback={null}>
        <Neighbours list={spec.name} endpoint={spec.endpoint} filters={filters} state={state} go={go} tools={tools} />
      </Suspense>
    </div>
  );
}
