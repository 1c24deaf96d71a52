/** The audit trail as a list: who changed what. */
import { AUDIT_ACTIONS, AUDIT_OBJECTS, type AuditAction } from "../../../contract/audit.ts";
import type { AuditRow } from "../../../contract/users.schema.ts";
import { shortId } from "../../i18n/format.ts";
import { absent, copyCell, idColumn, textCell, timeCell } from "../../list/columns/index.ts";
import type { Option } from "../../forms/option.ts";
import { named } from "../../words/named.ts";
import { ObjectLink } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { choiceOf, type ColumnSpec, type ListSpec } from "../../list/spec/index.ts";
import { StatusDot } from "../../ui/status.tsx";
import { actorWord, changesWord } from "./audit-words.ts";
import css from "./users.module.css";

function objectCell(row: AuditRow, tools: CellTools): React.ReactNode {
  const word = named("audit", "object", row.object.type);
  if (row.object.id === null) return word;
  return (
    <span className={css.object}>
      {word}{" "}
      <ObjectLink type={row.object.type} id={row.object.id} tools={tools}>
        {shortId(row.object.id)}
      </ObjectLink>
    </span>
  );
}

/** Whether the row stands in the sealed chain. */
function sealWord(row: AuditRow, { t }: CellTools): React.ReactNode {
  return row.hash === null ? <StatusDot tone="busy">{t("audit.unsealed")}</StatusDot> : <StatusDot tone="done">{t("audit.sealed")}</StatusDot>;
}

const columns: readonly ColumnSpec<AuditRow>[] = [
  idColumn("audit.column.id", 132),
  { id: "at", header: "words.field.at", width: 140, render: (row) => timeCell(row.at) },
  { id: "actor", header: "audit.column.actor", width: 130, render: (row) => textCell(actorWord(row)) },
  { id: "action", header: "words.field.action", width: 170, render: (row) => textCell(named("audit", "action", row.action)) },
  { id: "object", header: "words.field.object", width: 190, render: objectCell },
  { id: "changes", header: "audit.column.changes", width: 300, render: (row, tools) => textCell(changesWord(row, tools)) },
  { id: "ip", header: "audit.column.ip", width: 130, render: (row) => copyCell(row.ip) },
  {
    id: "hash",
    header: "audit.column.hash",
    width: 120,
    render: (row) => (row.hash === null ? absent : <span className="fd-mono">{copyCell(row.hash, true)}</span>),
  },
];

const actionOption = (value: AuditAction): Option => ({ value, label: `audit.action.${value}` });

export const auditList: ListSpec<AuditRow> = {
  name: "audit",
  screen: "users",
  title: "audit.title",
  endpoint: "GET /api/audit",
  columns,
  sortColumn: "at",
  filters: [
    { kind: "choice", key: "action", label: "words.field.action", options: AUDIT_ACTIONS.map(actionOption) },
    choiceOf("object_type", "words.field.object_type", AUDIT_OBJECTS, (value) => `audit.object.${value}`),
    { kind: "text", key: "object_id", label: "words.field.object_id", maxLength: 40, more: true },
    { kind: "lookup", key: "merchant_id", label: "words.field.merchant_id", source: "merchants", permission: "merchants.see", more: true },
    { kind: "text", key: "user_id", label: "words.field.user_id", maxLength: 40, more: true },
  ],
  searchHint: "audit.searchHint",
  empty: "audit.empty",
  card: { status: "action", lines: ["actor", "object", "changes", "ip", "at"] },
  drawer: {
    status: (row, tools) => (
      <>
        <strong>{named("audit", "action", row.action)}</strong>
        {sealWord(row, tools)}
      </>
    ),
    body: () => import("./audit-drawer.tsx"),
  },
  live: "audit",
  exportable: true,
};
