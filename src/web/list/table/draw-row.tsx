/** What the table's body is given, and one row of it. */
import type { ReactElement } from "react";
import { TableRow } from "./rows.tsx";
import type { CellTools } from "../../cell-tools.ts";
import type { HasId } from "../spec/index.ts";
import type { PlacedColumn } from "../columns/index.ts";

export interface BodyProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly PlacedColumn<Row>[];
  readonly tools: CellTools;
  /** null: nothing can be selected here. */
  readonly selected: ReadonlyMap<string, Row> | null;
  readonly openId: string | null;
  readonly rowHeight: number;
  /** What the rows scroll in; null until it stands. */
  readonly scroller: HTMLDivElement | null;
  /** The row that must be in view (keyboard). */
  readonly activeId: string | null;
}

/** One row, memoised. */
export function drawRow<Row extends HasId>(props: BodyProps<Row>, row: Row, index: number): ReactElement {
  return (
    <TableRow
      key={row.id}
      row={row}
      columns={props.columns}
      tools={props.tools}
      selected={props.selected?.has(row.id)}
      open={props.openId === row.id}
      index={index}
    />
  );
}
