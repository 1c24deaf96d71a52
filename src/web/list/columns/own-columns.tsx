/** The two columns that every list has: the id that opens the drawer, and the actions of the row. */
import type { MessageKey } from "../../i18n/keys.ts";
import { shortId } from "../../i18n/format.ts";
import { OPEN_KEY } from "../../paths.ts";
import { isOffered } from "../acts/offered.ts";
import type { ActionSpec, ColumnSpec, HasId } from "../spec/spec.ts";
import type { CellTools } from "../../cell-tools.ts";
import css from "../table/table.module.css";
import { textWidth } from "./text-width.ts";

const copySign = (
  <svg width="12" height="12" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M3.5 10.5h-1v-8h8v1" />
  </svg>
);

/** The id: a link that opens the drawer (and, with a modifier, a page of its own), and a button that copies it whole. */
export function idColumn<Row extends HasId>(header: MessageKey, width = 156): ColumnSpec<Row> {
  return {
    id: "id",
    header,
    width,
    pinned: "left",
    render: (row, { t }) => (
      <span className={css.idCell}>
        <a className={css.idLink} href={`?${OPEN_KEY}=${encodeURIComponent(row.id)}`} data-link="">
          {shortId(row.id)}
        </a>
        <button type="button" className={css.copyId} data-copy={row.id} tabIndex={-1} aria-label={t("common.copy")}>
          {copySign}
        </button>
      </span>
    ),
  };
}

/** The acts offered on a row. */
export function offeredActions<Row extends HasId>(actions: readonly ActionSpec<Row>[], row: Row): readonly ActionSpec<Row>[] {
  return actions.filter((action) => isOffered(action, row));
}

/** Cell and button padding, the menu's button, and the gap before it (table.module.css). */
const [CELL_PADDING, BUTTON_FRAME, MENU_WIDTH, GAP] = [24, 18, 28, 4];

/** Below this room every act stands in the menu: a button would take the place of what the row is about. */
export const INLINE_FROM = 640;

/** The act that stands as a button in the row, where there is room for one. */
const inlineOf = <Row extends HasId>(offered: readonly ActionSpec<Row>[], row: Row, roomy: boolean): ActionSpec<Row> | undefined =>
  roomy ? offered.find((action) => action.inline?.(row)) : undefined;

/** What the acts of these rows need, at least the column's own head. */
export function actionsWidth<Row extends HasId>(actions: readonly ActionSpec<Row>[], rows: readonly Row[], t: CellTools["t"], roomy = true): number {
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
