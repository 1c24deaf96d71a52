/** The column that stands at the end of every list with acts: a button where there is room, and a menu of the rest. */
import type { CellTools } from "../../cell-tools.ts";
import { textWidth } from "../columns/index.ts";
import type { ActionSpec, ColumnSpec, HasId } from "../spec/index.ts";
import css from "./acts.module.css";
import { offeredActions } from "./offered.ts";

/** Cell and button padding, the menu's button, and the gap before it (table.module.css, acts.module.css). */
const [CELL_PADDING, BUTTON_FRAME, MENU_WIDTH, GAP] = [24, 18, 28, 4];

/** Below this room every act stands in the menu: a button would take the place of what the row is about. */
export const INLINE_FROM = 640;

/** The act that stands as a button in the row, where there is room for one. */
const inlineOf = <Row extends HasId>(offered: readonly ActionSpec<Row>[], row: Row, roomy: boolean): ActionSpec<Row> | undefined =>
  roomy ? offered.find((action) => action.inline?.(row)) : undefined;

/** What the acts of these rows need, at least the column's own head; nothing where no row has any: the column would stand there empty. */
export function actionsWidth<Row extends HasId>(actions: readonly ActionSpec<Row>[], rows: readonly Row[], t: CellTools["t"], roomy = true): number {
  if (rows.length > 0 && rows.every((row) => offeredActions(actions, row).length === 0)) return 0;
  let most = textWidth(t("list.table.actions"));
  for (const row of rows) {
    const offered = offeredActions(actions, row);
    const inline = inlineOf(offered, row, roomy);
    const menu = offered.length > (inline ? 1 : 0);
    most = Math.max(most, (inline ? textWidth(t(inline.label)) + BUTTON_FRAME : 0) + (menu ? MENU_WIDTH : 0) + (inline && menu ? GAP : 0));
  }
  return CELL_PADDING + most;
}

/** What stands as a button in the row, and whether a menu holds more. */
export function actionsColumn<Row extends HasId>(actions: readonly ActionSpec<Row>[], width: number, roomy = true): ColumnSpec<Row> {
  return {
    id: "actions",
    header: "list.table.actions",
    width,
    align: "right",
    pinned: "right",
    render: (row, { t }) => {
      const offered = offeredActions(actions, row);
      const inline = inlineOf(offered, row, roomy);
      return (
        <span className={css.acts}>
          {inline ? (
            <button type="button" className={css.act} data-act={inline.id}>
              {t(inline.label)}
            </button>
          ) : null}
          {offered.length > (inline ? 1 : 0) ? (
            <button type="button" className={css.menu} data-menu="" aria-haspopup="menu" aria-label={t("list.table.menu", { id: row.id })}>
              ⋯
            </button>
          ) : null}
        </span>
      );
    },
  };
}
