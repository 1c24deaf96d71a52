/** The one menu of a table, opened at whichever row asked for it. */
import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import type { ActionSpec, HasId } from "../spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { blockedMarks } from "./offered.ts";
import css from "./acts.module.css";

export interface RowMenuState<Row> {
  readonly row: Row;
  readonly at: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly actions: readonly ActionSpec<Row>[];
  /** Element that gets the focus back. */
  readonly from: HTMLElement;
}

/** Acts of one row; closing gives the focus back to the button that opened it. */
export default function RowMenu<Row extends HasId>({
  menu,
  tools,
  onClose,
  onAct,
}: {
  menu: RowMenuState<Row>;
  tools: CellTools;
  onClose: () => void;
  onAct: (action: ActionSpec<Row>, row: Row) => void;
}): ReactElement {
  return (
    <Menu
      opened
      onClose={() => {
        onClose();
        menu.from.focus({ preventScroll: true });
      }}
      position="bottom-end"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      withinPortal={false}
    >
      <Menu.Target>
        <button type="button" tabIndex={-1} aria-hidden="true" className={css.menuPlace} style={menu.at} />
      </Menu.Target>
      <Menu.Dropdown className={css.menuList ?? ""} aria-label={tools.t("list.table.menu", { id: menu.row.id })}>
        {menu.actions.map((action) => {
          const why = action.blocked?.(menu.row, tools) ?? null;
          // What is blocked can be reached, so that its reason can be read; it only cannot be pressed.
          const ways = why === null ? { onClick: () => onAct(action, menu.row) } : { ...blockedMarks(why), closeMenuOnClick: false };
          return (
            <Menu.Item key={action.id} {...(action.danger ? { className: css.danger ?? "" } : {})} {...ways}>
              {tools.t(action.label)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
