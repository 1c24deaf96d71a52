/** Body of the table. Rows are memoised: a live change to one row draws that row alone. Clicks are handled once, by the table. */
import { memo, type ReactElement } from "react";
import { useRowNow } from "../state/index.ts";
import type { PlacedColumn } from "../columns/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { HasId } from "../spec/index.ts";
import css from "./table.module.css";
import { useFlash } from "./use-flash.ts";

export interface RowProps<Row> {
  /** As the list was last drawn: a row that changes draws itself. */
  readonly row: Row;
  readonly columns: readonly PlacedColumn<Row>[];
  readonly tools: CellTools;
  /** undefined: this list has nothing to select for. */
  readonly selected: boolean | undefined;
  readonly open: boolean;
  readonly index: number;
}

function BodyRow<Row extends HasId>({ row: drawn, columns, tools, selected, open, index }: RowProps<Row>): ReactElement {
  const row = useRowNow(drawn);
  const place = useFlash<HTMLTableRowElement>(row);
  return (
    <tr ref={place} data-id={row.id} data-selected={selected || undefined} data-open={open || undefined} aria-rowindex={index + 2} className={css.row}>
      {selected === undefined ? null : (
        <td className={css.cell} data-stick="left" style={LEFT}>
          <input type="checkbox" className={css.box} checked={selected} readOnly aria-label={tools.t("list.table.select", { id: row.id })} data-select="" />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.spec.id} className={css.cell} data-align={column.spec.align} data-stick={column.stick} style={column.style}>
          {column.spec.render(row, tools)}
        </td>
      ))}
    </tr>
  );
}
const LEFT = { left: 0 } as const;

/** One row; draws again only when one of its own props changes. */
export const TableRow = memo(BodyRow) as typeof BodyRow; // memo() would drop the type parameter
