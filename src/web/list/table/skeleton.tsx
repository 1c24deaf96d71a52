/** The first load: rows of the same height in the same columns, so that nothing moves when the real ones come. */
import type { ReactElement } from "react";
import cards from "./cards.module.css";
import type { CellTools } from "../../cell-tools.ts";
import css from "./table.module.css";
import { SELECT_WIDTH, type TableColumns } from "../columns/index.ts";

/** More rows than fit a screen are not drawn. */
const SHOWN_MAX = 30;
const CARD_HEIGHT = 178;

interface Props<Row> {
  readonly rows: number;
  readonly rowHeight: number;
  readonly layout: TableColumns<Row>;
  readonly narrow: boolean;
  readonly tools: CellTools;
}

/** Grey bars; read out as "loading". */
export function Skeleton<Row>({ rows, rowHeight, layout, narrow, tools }: Props<Row>): ReactElement {
  const count = Math.min(rows, SHOWN_MAX);
  const lines = Array.from({ length: narrow ? Math.min(count, 5) : count }, (_, index) => index);
  if (narrow) {
    return (
      <div className={cards.cards} aria-busy="true" role="status" aria-label={tools.t("list.state.loading")}>
        {lines.map((line) => (
          <div key={line} className={cards.card} style={{ height: CARD_HEIGHT }} />
        ))}
      </div>
    );
  }
  return (
    <div
      className={css.scroller}
      aria-busy="true"
      role="status"
      aria-label={tools.t("list.state.loading")}
      style={{ "--row": `${rowHeight}px`, overflow: "hidden" } as React.CSSProperties /* custom property */}
    >
      <table className={css.table} style={{ minWidth: layout.totalWidth + SELECT_WIDTH }} aria-hidden="true">
        <colgroup>
          {layout.placed.map((column) => (
            <col key={column.spec.id} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {layout.placed.map((column) => (
              <th key={column.spec.id} className={css.head} data-align={column.spec.align}>
                <span className={css.headText}>{tools.t(column.spec.header)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line}>
              {layout.placed.map((column) => (
                <td key={column.spec.id} className={css.cell}>
                  <span className={css.skeleton} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
