/** All rows of a page: plain up to 99, and only those in view from 100 on. */
import { lazy, type ReactElement, Suspense } from "react";
import { type BodyProps, drawRow } from "./draw-row.tsx";
import type { HasId } from "../spec/index.ts";

/** From this many rows on only those in view are drawn. */
export const VIRTUAL_FROM = 100;
/** Rows that stand while the code for long pages is on its way: more than a screen. */
const FIRST_ROWS = 40;

const loadVirtual = () => import("./virtual-rows.tsx");
const VirtualRows = lazy(loadVirtual) as unknown as Awaited<ReturnType<typeof loadVirtual>>["default"]; // lazy() would drop the type parameter

/** Fetches the code for long pages beside their data. */
export function preloadVirtual(): void {
  void loadVirtual().catch(() => undefined); // a failure shows when the page is really long
}

/** The table's body. */
export function TableBody<Row extends HasId>(props: BodyProps<Row>): ReactElement {
  const { rows } = props;
  if (rows.length < VIRTUAL_FROM) return <tbody>{rows.map((row, index) => drawRow(props, row, index))}</tbody>;
  return (
    <Suspense fallback={<tbody>{rows.slice(0, FIRST_ROWS).map((row, index) => drawRow(props, row, index))}</tbody>}>
      <VirtualRows {...props} />
    </Suspense>
  );
}
