/** Rows as cards under 768 px: the same cells, one under another. */
import { memo, type MouseEvent, type ReactElement } from "react";
import css from "./cards.module.css";
import { useRowNow } from "../state/index.ts";
import type { CardSpec, ColumnSpec, HasId } from "../spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { useFlash } from "./use-flash.ts";

interface Props<Row extends HasId> {
  readonly rows: readonly Row[];
  readonly card: CardSpec;
  readonly columns: readonly ColumnSpec<Row>[];
  readonly tools: CellTools;
  readonly selected: ReadonlyMap<string, Row> | null;
  readonly label: string;
  readonly onRowClick: (event: MouseEvent<HTMLElement>, row: Row) => void;
}
interface CardProps<Row extends HasId> {
  readonly row: Row;
  readonly card: CardSpec;
  readonly columns: readonly ColumnSpec<Row>[];
  readonly tools: CellTools;
  readonly selected: boolean | undefined;
}

function OneCard<Row extends HasId>({ row: drawn, card, columns, tools, selected }: CardProps<Row>): ReactElement {
  const row = useRowNow(drawn);
  const place = useFlash<HTMLLIElement>(row);
  const column = (id: string | undefined): ColumnSpec<Row> | undefined => columns.find((one) => one.id === id);
  const acts = column("actions")?.render(row, tools);
  return (
    <li ref={place} className={css.card} data-id={row.id} data-selected={selected || undefined}>
      <div className={css.top}>
        {selected === undefined ? null : (
          <input type="checkbox" className={css.box} checked={selected} readOnly aria-label={tools.t("list.table.select", { id: row.id })} data-select="" />
        )}
        {column("id")?.render(row, tools)}
        <span className={css.status} data-about="status">
          {column(card.status)?.render(row, tools)}
        </span>
        {card.amount ? null : acts}
      </div>
      {card.amount ? (
        <div className={css.middle}>
          <span className={css.amount} data-about="amount">
            {column(card.amount)?.render(row, tools)}
          </span>
          {acts}
        </div>
      ) : null}
      <dl className={css.lines}>
        {card.lines.map((id) => {
          const line = column(id);
          // A column that only a filter brings in view is no line of other cards.
          return line && !(line.shownUnder && line.defaultHidden) ? (
            <div key={id} className={css.line}>
              <dt>{tools.t(line.header)}</dt>
              <dd>{line.render(row, tools)}</dd>
            </div>
          ) : null;
        })}
      </dl>
    </li>
  );
}
const Card = memo(OneCard) as typeof OneCard; // memo() would drop the type parameter

/** The list of cards; clicks are handled once, as in the table. */
export function Cards<Row extends HasId>({ rows, card, columns, tools, selected, label, onRowClick }: Props<Row>): ReactElement {
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const id = (event.target as Element).closest<HTMLElement>("li[data-id]")?.dataset.id; // a click's target is an element
    const row = id === undefined ? undefined : rows.find((one) => one.id === id);
    if (row) onRowClick(event, row);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: each card's id is a link, its box and buttons are controls
    <ul className={css.cards} aria-label={label} onClick={onClick}>
      {rows.map((row) => (
        <Card key={row.id} row={row} card={card} columns={columns} tools={tools} selected={selected?.has(row.id)} />
      ))}
    </ul>
  );
}
