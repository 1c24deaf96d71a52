/** Months whose entries and audit rows are in files: which, how much, under which root, who wrote them when and where. */
import type { ReactElement } from "react";
import type { ArchivedMonth } from "../../../../contract/seals.schema.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { countText } from "../../../i18n/format.ts";
import { Section } from "../../../ui/blocks.tsx";
import { Copy } from "../../../ui/copy.tsx";
import { DateTime } from "../../../ui/values.tsx";
import { type DayColumn, DayTable } from "../../wallets/days/table.tsx";
import css from "./seals.module.css";

const ROOT_SHOWN = 12;
/** The end of a path, which tells one from another; the whole of it is copied. */
const endOf = (folder: string): string => folder.split("/").slice(-2).join("/");

/** The section under the sealed days. */
export function ArchivedMonths({ months, tools: { t } }: { months: readonly ArchivedMonth[]; tools: CellTools }): ReactElement {
  const columns: DayColumn<ArchivedMonth>[] = [
    { id: "month", header: t("seals.archived.column.month"), render: (row) => <span className="fd-num">{row.month.replace("-", "/")}</span> },
    { id: "entries", header: t("seals.archived.column.entries"), right: true, render: (row) => countText(row.entries) },
    { id: "rows", header: t("seals.archived.column.rows"), right: true, render: (row) => countText(row.audit_rows) },
    {
      id: "root",
      header: t("seals.archived.column.root"),
      render: (row) => (
        <Copy value={row.root} mono tip={row.root}>
          {row.root.slice(0, ROOT_SHOWN)}…
        </Copy>
      ),
    },
    { id: "by", header: t("seals.archived.column.by"), render: (row) => row.by },
    { id: "at", header: t("seals.archived.column.at"), render: (row) => <DateTime value={row.archived_at} /> },
    {
      id: "folder",
      header: t("seals.archived.column.folder"),
      render: (row) => (
        <Copy value={row.folder} mono tip={row.folder}>
          {endOf(row.folder)}
        </Copy>
      ),
    },
  ];
  return (
    <Section title={t("seals.archived.title")} hint={t("seals.archived.hint")} id="archived-months">
      <div className={css.frame}>
        <DayTable label={t("seals.archived.title")} columns={columns} rows={months} keyOf={(row) => row.month} totalLabel="" />
      </div>
    </Section>
  );
}
