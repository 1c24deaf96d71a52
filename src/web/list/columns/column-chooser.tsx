/** Which columns, in which order, pinned or not, how wide; and how high a row is. */
import { Button, SegmentedControl } from "@mantine/core";
import type { ReactElement } from "react";
import { DENSITIES, type Density } from "../../../contract/lists.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { layoutOf, type ListPrefs, WIDTH_MAX, WIDTH_MIN, withMoved, withPinned, withVisible, withWidth } from "./columns.ts";
import css from "../../ui/overlays.module.css";
import type { CellTools } from "../../cell-tools.ts";
import type { ColumnSpec, HasId } from "../spec/index.ts";

interface Props<Row> {
  readonly anchor: HTMLElement;
  readonly columns: readonly ColumnSpec<Row>[];
  readonly prefs: ListPrefs;
  readonly save: (prefs: ListPrefs) => void;
  readonly density: Density;
  readonly saveDensity: (density: Density) => void;
  readonly tools: CellTools;
  readonly onClose: () => void;
}

/** Every change is seen in the table at once and kept. */
export default function ColumnChooser<Row extends HasId>({ anchor, columns, prefs, save, density, saveDensity, tools, onClose }: Props<Row>): ReactElement {
  const { t } = tools;
  const layout = layoutOf(columns, prefs);
  return (
    <Anchored anchor={anchor} label={t("list.columns.title")} onClose={onClose}>
      <div className={`${css.panel} ${css.wide}`}>
        <SegmentedControl
          aria-label={t("list.columns.density")}
          value={density}
          onChange={(value) => saveDensity(value)}
          data={DENSITIES.map((value) => ({ value, label: t(value === "compact" ? "list.columns.compact" : "list.columns.comfortable") }))}
        />
        <ul className={css.columns}>
          {layout.columnOrder.map((id, index) => {
            const column = columns.find((one) => one.id === id);
            return column ? (
              <ColumnLine key={id} column={column} columns={columns} layout={layout} index={index} prefs={prefs} save={save} tools={tools} />
            ) : null;
          })}
        </ul>
        <div className={css.foot}>
          <Button
            variant="default"
            onClick={() =>
              save({ ...(prefs.size === undefined ? {} : { size: prefs.size }), ...(prefs.density === undefined ? {} : { density: prefs.density }) })
            }
          >
            {t("list.columns.reset")}
          </Button>
        </div>
      </div>
    </Anchored>
  );
}

interface LineProps<Row> {
  readonly column: ColumnSpec<Row>;
  readonly columns: readonly ColumnSpec<Row>[];
  readonly layout: ReturnType<typeof layoutOf>;
  readonly index: number;
  readonly prefs: ListPrefs;
  readonly save: (prefs: ListPrefs) => void;
  readonly tools: CellTools;
}

function ColumnLine<Row extends HasId>({ column, columns, layout, index, prefs, save, tools }: LineProps<Row>): ReactElement {
  const { t } = tools;
  const { id } = column;
  const what = t(column.header);
  const fixed = column.pinned !== undefined;
  const pinned = layout.columnPinning.start.includes(id);
  return (
    <li className={css.column}>
      <label className={css.check} data-tip={fixed ? t("list.columns.fixed") : undefined}>
        <input
          type="checkbox"
          checked={layout.columnVisibility[id] === true}
          disabled={fixed}
          aria-label={t("list.columns.show", { what })}
          onChange={(event) => save(withVisible(columns, prefs, id, event.currentTarget.checked))}
        />
        <span>{what}</span>
      </label>
      <input
        className={css.width}
        type="number"
        min={WIDTH_MIN}
        max={WIDTH_MAX}
        step={8}
        defaultValue={layout.columnSizing[id]}
        key={layout.columnSizing[id]}
        aria-label={t("list.columns.width", { what })}
        onBlur={(event) => saveWidth(event.currentTarget.value)}
        onKeyDown={(event) => (event.key === "Enter" ? saveWidth(event.currentTarget.value) : undefined)}
      />
      <button
        type="button"
        className={css.small}
        disabled={fixed}
        aria-pressed={pinned}
        aria-label={t("list.columns.pin", { what })}
        data-tip={t("list.columns.pin", { what })}
        onClick={() => save(withPinned(prefs, id, !pinned))}
      >
        ⇤
      </button>
      <button
        type="button"
        className={css.small}
        disabled={fixed || index === 0}
        aria-label={t("list.columns.up", { what })}
        onClick={() => save(withMoved(columns, prefs, id, -1))}
      >
        ↑
      </button>
      <button
        type="button"
        className={css.small}
        disabled={fixed || index === layout.columnOrder.length - 1}
        aria-label={t("list.columns.down", { what })}
        onClick={() => save(withMoved(columns, prefs, id, 1))}
      >
        ↓
      </button>
    </li>
  );
  function saveWidth(text: string): void {
    const width = Number(text);
    if (Number.isFinite(width) && width > 0 && width !== layout.columnSizing[id]) save(withWidth(prefs, id, width));
  }
}
