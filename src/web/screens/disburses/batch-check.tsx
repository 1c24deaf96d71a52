/** The dry run of a file: its figures and its rows, those with problems first. */
import { Checkbox } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import type { BatchCheckRow, BatchTotals } from "../../../contract/disburse-batches.schema.ts";
import type { BatchResult } from "../../../contract/disburse-batches.ts";
import { countText } from "../../i18n/format.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { Tone } from "../../theme.ts";
import { KeyValue } from "../../ui/blocks.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { Amount } from "../../ui/values.tsx";
import { rowProblem } from "./batch-file.ts";
import css from "./batches.module.css";
import { TableHead } from "../../ui/table-head.tsx";

const TONES = { ok: "done", error: "bad", duplicate: "ask", existing: "gone" } as const satisfies Record<BatchResult, Tone>;
const ORDER = ["error", "duplicate", "existing", "ok"] as const satisfies readonly BatchResult[];
/** More rows than a person reads are not drawn; the result file has them all. */
const SHOWN_MAX = 300;

/** Rows as they are shown: problems first, each kind in the file's order. */
export function shownRows(rows: readonly BatchCheckRow[], onlyProblems: boolean): readonly BatchCheckRow[] {
  const wanted = onlyProblems ? rows.filter((row) => row.result !== "ok") : rows;
  return [...wanted].sort((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result) || a.line - b.line).slice(0, SHOWN_MAX);
}

export function Figures({ totals, tools }: { totals: BatchTotals; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <>
      <p>
        {t("batches.dialog.counts", {
          rows: countText(totals.rows),
          ok: countText(totals.ok),
          error: countText(totals.error),
          duplicate: countText(totals.duplicate),
          existing: countText(totals.existing),
        })}
      </p>
      <KeyValue
        items={[
          { label: t("words.field.amount"), value: <Amount value={totals.amount} /> },
          { label: t("words.field.fee"), value: <Amount value={totals.fee} /> },
          { label: t("batches.dialog.total"), value: <Amount value={totals.total} strong /> },
          { label: t("batches.dialog.available"), value: <Amount value={totals.available} /> },
        ]}
      />
    </>
  );
}

export function CheckedRows({ rows, tools }: { rows: readonly BatchCheckRow[]; tools: CellTools }): ReactElement {
  const { t } = tools;
  const hasProblems = rows.some((row) => row.result !== "ok");
  const [onlyProblems, setOnlyProblems] = useState(false);
  const shown = useMemo(() => shownRows(rows, onlyProblems), [rows, onlyProblems]);
  return (
    <>
      <div className={css.head}>
        <span className="fd-dim">{t("batches.dialog.shown", { shown: countText(shown.length), all: countText(rows.length) })}</span>
        {hasProblems ? (
          <Checkbox checked={onlyProblems} onChange={(event) => setOnlyProblems(event.currentTarget.checked)} label={t("batches.dialog.onlyProblems")} />
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <div className={css.rows} role="group" aria-label={t("words.field.row_count")} tabIndex={0}>
        <table className={css.table}>
          <TableHead
            titles={[
              t("batches.field.line"),
              t("batches.field.result"),
              t("batches.field.merchant_order_id"),
              t("batches.field.operator"),
              { right: t("batches.field.amount") },
              { right: t("batches.field.fee") },
              t("batches.field.customer"),
              t("batches.field.user_id"),
            ]}
          />
          <tbody>
            {shown.map((row) => (
              <tr key={row.line}>
                <td className="fd-num">{row.line}</td>
                <td data-wrap={row.code === null ? undefined : ""}>
                  <StatusDot tone={TONES[row.result]}>{t(`batches.result.${row.result}`)}</StatusDot>
                  {row.code === null ? null : <div className="fd-dim">{rowProblem(row.field, row.code)}</div>}
                </td>
                <td className="fd-mono">{row.merchant_order_id}</td>
                <td>{row.operator}</td>
                <td data-right="" className="fd-num">
                  {row.amount}
                </td>
                <td data-right="">
                  <Amount value={row.fee} />
                </td>
                <td className="fd-num">{row.customer}</td>
                <td>{row.user_id}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
