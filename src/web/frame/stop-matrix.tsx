/** The matrix of the emergency stop: a box for each operator and direction, and what is stopped there already. */
import type { ReactElement } from "react";
import { OPERATOR_INFO } from "../../contract/operators.ts";
import type { SwitchRow } from "../../contract/switches.schema.ts";
import type { MoneyDirection } from "../../contract/switches.ts";
import { useCellTools } from "../cell-tools.ts";
import { formatDateTime } from "../i18n/format.ts";
import { StatusDot } from "../ui/status.tsx";
import { ALL, type Row } from "./stop-targets.ts";
import css from "./stop.module.css";

const WAYS: readonly MoneyDirection[] = ["in", "out"];

interface Props {
  /** The dialog gives the focus to the first box. */
  readonly takesFocus: boolean;
  readonly rows: readonly Row[];
  readonly chosen: readonly string[];
  readonly onToggle: (cell: string, on: boolean) => void;
  /** The switch that stops a cell now. */
  readonly stopped: (row: Row, way: MoneyDirection) => SwitchRow | null;
}

export function Matrix({ takesFocus, rows, chosen, onToggle, stopped }: Props): ReactElement {
  const { t } = useCellTools();
  return (
    <table className={css.matrix}>
      <thead>
        <tr>
          <th scope="col">{t("switches.form.operator")}</th>
          {WAYS.map((way) => (
            <th key={way} scope="col">
              {t(`switches.direction.${way}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const name = row === ALL ? t("switches.stop.all") : OPERATOR_INFO[row].name;
          return (
            <tr key={row}>
              <th scope="row">{name}</th>
              {WAYS.map((way) => {
                const cell = `${row} ${way}`;
                const by = stopped(row, way);
                return (
                  <td key={way}>
                    <label className={css.cell}>
                      <input
                        type="checkbox"
                        aria-label={`${name} ${t(`switches.direction.${way}`)}`}
                        aria-describedby={by === null ? undefined : `stopped-${row}-${way}`}
                        data-autofocus={(takesFocus && row === rows[0] && way === WAYS[0]) || undefined}
                        checked={chosen.includes(cell)}
                        onChange={(event) => onToggle(cell, event.currentTarget.checked)}
                      />
                      {by === null ? null : <Stopped by={by} id={`stopped-${row}-${way}`} />}
                    </label>
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Until when, and who did it. It can be stopped for longer all the same. */
function Stopped({ by, id }: { by: SwitchRow; id: string }): ReactElement {
  const { t } = useCellTools();
  const until = by.reopen_at === null ? t("switches.cell.open") : t("switches.cell.until", { time: formatDateTime(by.reopen_at).slice("2026/".length) });
  return (
    <span id={id} className={css.stopped}>
      <StatusDot tone="bad">{until}</StatusDot>
      <span className="fd-dim">{by.closed_by ?? t("switches.cell.alone")}</span>
    </span>
  );
}
