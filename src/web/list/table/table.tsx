/** The table: sticky head and edges, sums, and one handler for every click inside it. */
import { memo, type MouseEvent, type ReactElement, useEffect, useRef, useState } from "react";
import type { PartialSums, Page } from "../../../contract/envelope.ts";
import { afterPicture } from "../../after-picture.ts";
import { reachText } from "../../i18n/format.ts";
import { amountCell, type PlacedColumn, SELECT_WIDTH, type TableColumns } from "../columns/index.ts";
import type { BodyProps } from "./draw-row.tsx";
import { coverage, type Selection } from "../state/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { HasId } from "../spec/index.ts";
import { TableBody } from "./table-body.tsx";
import { LateFigure } from "./pager.tsx";
import css from "./table.module.css";

export interface TableProps<Row extends HasId> extends Omit<BodyProps<Row>, "columns" | "scroller" | "selected"> {
  readonly layout: TableColumns<Row>;
  readonly label: string;
  readonly page: Page<Row>;
  readonly selection: Selection<Row> | null;
  readonly sortColumn: string;
  readonly newestFirst: boolean;
  readonly onSort: () => void;
  readonly onRowClick: (event: MouseEvent<HTMLElement>, row: Row) => void;
  readonly onSelectAll: () => void;
  readonly initialScroll: number;
  readonly onScrolled: (top: number) => void;
}

/** Rows of a page under their heads. */
export function ListTable<Row extends HasId>(props: TableProps<Row>): ReactElement {
  const { layout, page, selection, tools, rows } = props;
  // State, not a reference: rows that are drawn in view only mount before it stands, and have to be drawn again once it does.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  useEdges(scroller, props.initialScroll, props.onScrolled);
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const id = (event.target as Element).closest<HTMLElement>("tr[data-id]")?.dataset.id; // a click's target is an element
    const row = id === undefined ? undefined : rows.find((one) => one.id === id);
    if (row) props.onRowClick(event, row);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div
      ref={setScroller}
      className={css.scroller}
      role="region"
      aria-label={props.label}
      tabIndex={0}
      style={{ "--row": `${props.rowHeight}px` } as React.CSSProperties /* custom property */}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: each row's id is a link, its box and buttons are controls; keys are handled by the list */}
      <table className={css.table} style={{ minWidth: layout.totalWidth }} onClick={onClick} aria-rowcount={rows.length + 1}>
        <Columns placed={layout.placed} selectable={selection !== null} />
        <Head
          placed={layout.placed}
          drag={layout.drag}
          part={selection === null ? null : coverage(selection, rows)}
          tools={tools}
          sortColumn={props.sortColumn}
          newestFirst={props.newestFirst}
          onSort={props.onSort}
          onSelectAll={props.onSelectAll}
        />
        <TableBody {...props} columns={layout.placed} selected={selection} scroller={scroller} />
        {page.sums === undefined || rows.length === 0 ? null : (
          <Sums
            placed={layout.placed}
            sums={page.sums}
            part={page.partial_sums}
            late={page.figures_late === true}
            selectable={selection !== null}
            tools={tools}
          />
        )}
      </table>
    </div>
  );
}

function DrawColumns<Row>({ placed, selectable }: { placed: readonly PlacedColumn<Row>[]; selectable: boolean }): ReactElement {
  const free = placed.findLast((column) => column.stick === undefined);
  return (
    <colgroup>
      {selectable ? <col style={{ width: SELECT_WIDTH }} /> : null}
      {placed.map((column) => (
        // The last free column takes what is left over, so that pinned ones keep their exact offsets.
        <col key={column.spec.id} style={column === free ? undefined : { width: column.width }} />
      ))}
    </colgroup>
  );
}

function headText<Row>(column: PlacedColumn<Row>, tools: CellTools): string {
  const what = tools.t(column.spec.header);
  return column.spec.money ? tools.t("list.table.withCurrency", { what, currency: tools.currency }) : what;
}

interface HeadProps<Row> extends SortProps {
  readonly placed: readonly PlacedColumn<Row>[];
  readonly drag: TableColumns<Row>["drag"];
  /** How much of the page is chosen; null: nothing can be. */
  readonly part: ReturnType<typeof coverage> | null;
  readonly sortColumn: string;
  readonly onSelectAll: () => void;
}

function DrawHead<Row>({ placed, drag, part, tools, sortColumn, newestFirst, onSort, onSelectAll }: HeadProps<Row>): ReactElement {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = part === "some";
  }, [part]);
  return (
    <thead>
      <tr aria-rowindex={1}>
        {part === null ? null : (
          <th className={css.head} data-stick="left" style={LEFT} scope="col">
            <input ref={box} type="checkbox" className={css.box} checked={part === "all"} onChange={onSelectAll} aria-label={tools.t("list.table.selectAll")} />
          </th>
        )}
        {placed.map((column) => (
          <th key={column.spec.id} className={css.head} data-align={column.spec.align} data-stick={column.stick} style={column.style} scope="col">
            <span className={css.headText}>{headText(column, tools)}</span>
            {column.spec.id === sortColumn ? <SortButton newestFirst={newestFirst} onSort={onSort} tools={tools} /> : null}
            {column.resize ? <Grip resize={column.resize} by={drag?.id === column.spec.id ? drag.by : null} /> : null}
          </th>
        ))}
      </tr>
    </thead>
  );
}
const LEFT = { left: 0 } as const;

interface SortProps {
  readonly newestFirst: boolean;
  readonly onSort: () => void;
  readonly tools: CellTools;
}

function SortButton({ newestFirst, onSort, tools }: SortProps): ReactElement {
  const label = tools.t(newestFirst ? "list.table.sortNewest" : "list.table.sortOldest");
  return (
    <button type="button" className={css.sort} onClick={onSort} aria-label={label} data-tip={label}>
      {newestFirst ? "↓" : "↑"}
    </button>
  );
}

/** Drags a column's edge; the chooser sets widths by keyboard. */
function Grip({ resize, by }: { resize: (event: unknown) => void; by: number | null }): ReactElement {
  return (
    <span
      className={css.grip}
      aria-hidden="true"
      onMouseDown={resize}
      onTouchStart={resize}
      data-dragging={by === null ? undefined : true}
      style={by === null ? undefined : { transform: `translateX(${by}px)` }}
    />
  );
}

function DrawSums<Row>({
  placed,
  sums: all,
  part,
  late,
  selectable,
  tools,
}: {
  placed: readonly PlacedColumn<Row>[];
  sums: Readonly<Record<string, string>> | null;
  /** In place of them, where there was no time for all rows. */
  part: PartialSums | undefined;
  /** They are on their way. */
  late: boolean;
  selectable: boolean;
  tools: CellTools;
}): ReactElement {
  const sums = all ?? part?.values ?? null;
  const date = all === null && part ? reachText(part.searched_back_to, Date.now(), tools.locale) : null;
  return (
    <tfoot>
      <tr>
        {selectable ? <td className={css.foot} data-stick="left" style={LEFT} /> : null}
        {placed.map((column, index) => (
          <td key={column.spec.id} className={css.foot} data-align={column.spec.align} data-stick={column.stick} style={column.style}>
            {index === 0 ? (
              date === null ? (
                tools.t("list.table.sums")
              ) : (
                <span className={css.reach} data-tip={tools.t("list.table.sumsReachTip", { date })}>
                  {tools.t("list.table.sums")} <small>{tools.t("list.table.sumsReach", { date })}</small>
                </span>
              )
            ) : column.spec.sum === undefined ? null : late ? (
              <LateFigure tools={tools} />
            ) : sums === null ? (
              <span data-tip={tools.t("list.table.sumsTooMany")}>–</span>
            ) : (
              <span className={css.sum}>{amountCell(sums[column.spec.sum] ?? null)}</span>
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

// A live change to a row leaves all three as they are; memo() would drop the type parameters.
const Columns = memo(DrawColumns) as typeof DrawColumns;
const Head = memo(DrawHead) as typeof DrawHead;
const Sums = memo(DrawSums) as typeof DrawSums;

/** Marks where something is hidden under a pinned edge (the shadow), and keeps the scroll. No state: attributes only. */
function useEdges(box: HTMLDivElement | null, initialScroll: number, onScrolled: (top: number) => void): void {
  const keep = useRef(onScrolled);
  keep.current = onScrolled;
  useEffect(() => {
    if (!box) return;
    if (initialScroll > 0) box.scrollTop = initialScroll;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = (): void => {
      box.toggleAttribute("data-under-left", box.scrollLeft > 0);
      box.toggleAttribute("data-under-right", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    };
    const soon = afterPicture(measure);
    const scrolled = (): void => {
      soon();
      clearTimeout(timer);
      timer = setTimeout(() => keep.current(box.scrollTop), 300);
    };
    const watcher = new ResizeObserver(measure);
    watcher.observe(box);
    const table = box.firstElementChild;
    if (table) watcher.observe(table);
    box.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
      box.removeEventListener("scroll", scrolled);
    };
  }, [box, initialScroll]);
}
