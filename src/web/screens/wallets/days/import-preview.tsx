/** What a file would bring: which column is what, how many lines, what cannot be read, the first lines. */
import { dayText } from "../../../../contract/time.ts";
import { Select } from "@mantine/core";
import type { ReactElement } from "react";
import { type NamedColumns, STATEMENT_FIELDS } from "../../../../contract/reconciliation.ts";
import type { StatementImportOut } from "../../../../contract/reconciliation.schema.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { Strip } from "../../../ui/blocks.tsx";
import { Amount, DateTime } from "../../../ui/values.tsx";
import { TableHead } from "../../../ui/table-head.tsx";
import css from "./days.module.css";

interface Props {
  readonly tried: StatementImportOut;
  readonly tools: CellTools;
  readonly columns: NamedColumns;
  readonly onColumns: (columns: NamedColumns) => void;
}

/** The preview. */
export function ImportPreview({ tried, tools, columns, onColumns }: Props): ReactElement {
  const { t } = tools;
  return (
    <>
      {tried.missing.length > 0 ? <Strip tone="bad">{t("reconciliation.import.missing")}</Strip> : null}
      <details open={tried.missing.length > 0}>
        <summary className={css.groupHead}>{t("reconciliation.import.columns")}</summary>
        <Mapping tried={tried} tools={tools} columns={columns} onColumns={onColumns} />
      </details>
      {tried.missing.length > 0 ? null : (
        <p role="status">
          {t("reconciliation.import.counts", { lines: tried.lines, fresh: tried.fresh, known: tried.known, repeated: tried.repeated, skipped: tried.skipped })}
          {tried.not_done === 0 ? null : t("reconciliation.import.notDone", { n: tried.not_done })}
          {tried.fee_rows === 0 ? null : t("reconciliation.import.feeRows", { n: tried.fee_rows })}
          {tried.from === null || tried.to === null ? null : <> · {t("reconciliation.import.period", { from: dayText(tried.from), to: dayText(tried.to) })}</>}
        </p>
      )}
      {columns.status === null && tried.unread.length > 0 ? <Strip>{t("reconciliation.import.anyStatus", { column: tried.unread.join(", ") })}</Strip> : null}
      {tried.error_count > 0 ? <Faults tried={tried} tools={tools} /> : null}
      {tried.sample.length > 0 ? <Sample tried={tried} tools={tools} /> : null}
    </>
  );
}

/** Stands for no column: a header that can be chosen is not empty. */
const NONE = "";

function Mapping({ tried, tools, columns, onColumns }: Props): ReactElement {
  const { t } = tools;
  // A file without names, or with the same name twice, offers each name once.
  const headers = [...new Set(tried.headers.filter((header) => header !== ""))];
  return (
    <div className={css.mapping}>
      {STATEMENT_FIELDS.map((field) => (
        <Select
          key={field}
          size="xs"
          label={t(`reconciliation.field.${field}`)}
          placeholder={t("reconciliation.import.noColumn")}
          error={tried.missing.includes(field)}
          value={columns[field] === null ? NONE : (columns[field] ?? tried.columns[field] ?? null)}
          data={[{ value: NONE, label: t("reconciliation.import.noColumn") }, ...headers]}
          onChange={(header) => onColumns({ ...columns, [field]: header === NONE ? null : header })}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
      ))}
    </div>
  );
}

function Faults({ tried, tools }: { tried: StatementImportOut; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <>
      <Strip tone="bad">{t("reconciliation.import.errors", { n: tried.error_count })}</Strip>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <div className={css.tableBox} role="group" aria-label={t("reconciliation.import.errors", { n: tried.error_count })} tabIndex={0}>
        <table className={css.small}>
          <TableHead
            titles={[
              { right: t("reconciliation.import.row") },
              t("reconciliation.import.column"),
              t("reconciliation.import.problem"),
              t("reconciliation.import.value"),
            ]}
          />
          <tbody>
            {tried.errors.map((error) => (
              <tr key={`${error.row} ${error.column} ${error.code}`}>
                <td data-right="">{error.row}</td>
                <td>{error.column}</td>
                <td>{t(`reconciliation.problem.${error.code}`)}</td>
                <td>{error.value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Sample({ tried, tools }: { tried: StatementImportOut; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <details>
      <summary className={css.groupHead}>{t("reconciliation.import.sample")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <div className={css.tableBox} role="group" aria-label={t("reconciliation.import.sample")} tabIndex={0}>
        <table className={css.small}>
          <tbody>
            {tried.sample.map((line) => (
              <tr key={line.row}>
                <td data-right="">{line.row}</td>
                <td className="fd-mono">{line.trx_id}</td>
                <td>
                  <DateTime value={line.at} exact />
                </td>
                <td>{t(line.direction === "credit" ? "reconciliation.drawer.credit" : "reconciliation.drawer.debit")}</td>
                <td data-right="">
                  <Amount value={line.amount} />
                </td>
                <td>{line.counterparty}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
