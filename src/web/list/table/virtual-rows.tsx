/** Only the rows in view, for long pages. Loaded when a page is long. */
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type ReactElement, useEffect, useRef } from "react";
import { type BodyProps, drawRow } from "./draw-row.tsx";
import type { HasId } from "../spec/index.ts";
import css from "./table.module.css";

/** Rows beside those in view at rest; and while one scrolls, when a jump draws all that is in view in one go. */
const OVERSCAN = { atRest: 12, moving: 3 } as const;

/** Rows above and below the view are one gap each. */
export default function VirtualRows<Row extends HasId>(props: BodyProps<Row>): ReactElement {
  const { rows, rowHeight, scroller, activeId, columns, selected } = props;
  const known = useRef<Virtualizer<HTMLDivElement, Element> | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: known.current?.isScrolling ? OVERSCAN.moving : OVERSCAN.atRest,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  known.current = virtual;
  useEffect(() => {
    const at = activeId === null ? -1 : rows.findIndex((row) => row.id === activeId);
    if (at >= 0) virtual.scrollToIndex(at);
  }, [activeId, rows, virtual]);
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
