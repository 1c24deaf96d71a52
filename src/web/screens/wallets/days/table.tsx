/** A table of wallet days: head and first column stay in view, sums stand at its end; cards on a phone. */
import type { ReactElement, ReactNode } from "react";
import { useNarrow } from "../../../ui/cover.ts";
import css from "./days.module.css";

export interface DayColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** How it is computed and until when, for whoever points at the head, comes to it by keys or taps it. */
  readonly tip?: string;
  readonly right?: boolean;
  /** Words that may go on below each other where the room is short. */
  readonly wraps?: boolean;
  readonly render: (row: Row) => ReactNode;
  /** What stands under the column. */
  readonly sum?: ReactNode;
  /** Marks a cell that does not agree. */
  readonly marked?: (row: Row) => boolean;
}
interface Props<Row> {
  readonly label: string;
  readonly columns: readonly DayColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly openKey?: string | null;
  readonly totalLabel: string;
}

/** Draws rows; which one is open is shown, opening is the first cell's own link. */
export function DayTable<Row>({ label, columns, rows, keyOf, openKey = null, totalLabel }: Props<Row>): ReactElement {
  const narrow = useNarrow();
  if (narrow) return <DayCards label={label} columns={columns} rows={rows} keyOf={keyOf} totalLabel={totalLabel} />;
  const hasSums = columns.some((column) => column.sum !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className={css.scroller} role="group" aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-right={column.right || undefined}>
                <Head column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-open={keyOf(row) === openKey || undefined}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  data-right={column.right || undefined}
                  data-wraps={column.wraps || undefined}
                  data-marked={column.marked?.(row) || undefined}
                >
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasSums ? (
          <tfoot>
            <tr>
              {columns.map((column, at) => (
                <td key={column.id} data-right={column.right || undefined}>
                  {at === 0 ? totalLabel : column.sum}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

function Head<Row>({ column: { header, tip } }: { column: DayColumn<Row> }): ReactNode {
  if (tip === undefined) return header;
  return (
    <button type="button" className={css.explained} data-tip={tip}>
      {header}
    </button>
  );
}

function DayCards<Row>({ label, columns, rows, keyOf, totalLabel }: Omit<Props<Row>, "openKey">): ReactElement {
  const [first, ...others] = columns;
  const sums = others.filter((column) => column.sum !== undefined);
  return (
    <ul className={css.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={css.card}>
          <div className={css.cardHead}>{first?.render(row)}</div>
          <dl className={css.cardFacts}>
            {others.map((column) => (
              <div key={column.id} data-marked={column.marked?.(row) || undefined}>
                <dt>
                  <Head column={column} />
                </dt>
                <dd>{column.render(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
      {sums.length === 0 ? null : (
        <li className={css.card}>
          <div className={css.cardHead}>{totalLabel}</div>
          <dl className={css.cardFacts}>
            {sums.map((column) => (
              <div key={column.id}>
                <dt>{column.header}</dt>
                <dd>{column.sum}</dd>
              </div>
            ))}
          </dl>
        </li>
      )}
    </ul>
  );
}
