/** Only the rows in view, for long pages. Loaded when a page is long. */
import { elementScroll, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type ReactElement, useEffect, useRef } from "react";
import { type BodyProps, drawRow } from "./draw-row.tsx";
import type { HasId } from "../spec/index.ts";
import css from "./table.module.css";

/** Rows beside those in view at rest; and while one scrolls, when a jump draws all that is in view in one go. */
const OVERSCAN = { atRest: 12, moving: 3 } as const;

/** Tells the box's size once it is laid out: asked for in the middle of the drawing, it would have all rows laid out there. */
function observeElementRect({ scrollElement }: Virtualizer<HTMLDivElement, Element>, tell: (rect: { width: number; height: number }) => void): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const [box] = entry?.borderBoxSize ?? [];
    if (box) tell({ width: Math.round(box.inlineSize), height: Math.round(box.blockSize) });
  });
  if (scrollElement) observer.observe(scrollElement, { box: "border-box" });
  return () => observer.disconnect();
}

/** Whether a row stands in the box, by what is known of it: to be sent where it is already, the box would be laid out in the middle of a click. */
function isInView({ scrollOffset, scrollRect }: Virtualizer<HTMLDivElement, Element>, top: number, height: number): boolean {
  return scrollOffset !== null && scrollRect !== null && top >= scrollOffset && top + height < scrollOffset + scrollRect.height;
}

/** Rows above and below the view are one gap each. */
export default function VirtualRows<Row extends HasId>(props: BodyProps<Row>): ReactElement {
  const { rows, rowHeight, scroller, activeId, columns, selected } = props;
  const known = useRef<Virtualizer<HTMLDivElement, Element> | null>(null);
  const begun = useRef(false);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    observeElementRect,
    scrollToFn: (offset, options, instance) => {
      // A box that has just come stands at its beginning: to send it there would have all rows laid out in the middle of the drawing.
      const isAtBeginning = offset === 0 && !begun.current;
      begun.current = true;
      if (!isAtBeginning) elementScroll(offset, options, instance);
    },
    // Before the box stands the rows are drawn for the window: with the table, in slices, instead of all of them after it in one go.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan: known.current?.isScrolling ? OVERSCAN.moving : OVERSCAN.atRest,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  known.current = virtual;
  useEffect(() => {
    const at = activeId === null ? -1 : rows.findIndex((row) => row.id === activeId);
    if (at >= 0 && !isInView(virtual, at * rowHeight, rowHeight)) virtual.scrollToIndex(at);
  }, [activeId, rows, virtual, rowHeight]);
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items[items.length - 1]?.end ?? 0);
  const span = columns.length + (selected ? 1 : 0);
  return (
    <tbody>
      {before > 0 ? <Gap height={before} span={span} /> : null}
      {items.map((item) => {
        const row = rows[item.index];
        return row === undefined ? null : drawRow(props, row, item.index);
      })}
      {after > 0 ? <Gap height={after} span={span} /> : null}
    </tbody>
  );
}

function Gap({ height, span }: { height: number; span: number }): ReactElement {
  return (
    <tr aria-hidden="true">
      <td colSpan={span} className={css.gap} style={{ height }} />
    </tr>
  );
}
