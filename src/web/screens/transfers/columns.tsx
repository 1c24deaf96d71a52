/** Columns of the transfers list. */
import type { ReactNode } from "react";
import type { TransferRow } from "../../../contract/transfers.schema.ts";
import type { TransferStatus } from "../../../contract/transfers.ts";
import { absent, amountCell, copyCell, idColumn, statusCell, textCell, timeCell } from "../../list/columns/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ColumnSpec } from "../../list/spec/index.ts";
import type { Tone } from "../../theme.ts";

const TONES = { pending: "ask", processing: "busy", completed: "done", failed: "bad", cancelled: "gone" } as const satisfies Record<TransferStatus, Tone>;

/** Status of a transfer: dot and word. */
export function transferStatus(row: TransferRow, { t }: CellTools): ReactNode {
  return statusCell(TONES[row.status], t(`transfers.status.${row.status}`));
}

/** A side by its wallet's name, the outside world where there is no wallet. */
function sideCell(name: string | null, { t }: CellTools): ReactNode {
  return name === null ? <span className="fd-dim">{t("transfers.outside")}</span> : textCell(name);
}

/** Zero is nothing to look at. */
const orAbsent = (value: string | null): ReactNode => (value === null || !/[1-9]/.test(value) ? absent : amountCell(value));

export const transferColumns: readonly ColumnSpec<TransferRow>[] = [
  idColumn("transfers.column.id", 132),
  { id: "kind", header: "transfers.column.kind", width: 128, render: (row, { t }) => t(`transfers.kind.${row.kind}`) },
  { id: "from", header: "words.field.from_wallet_id", width: 160, grow: true, render: (row, tools) => sideCell(row.from_wallet_name, tools) },
  { id: "to", header: "words.field.to_wallet_id", width: 160, grow: true, render: (row, tools) => sideCell(row.to_wallet_name, tools) },
  { id: "amount", header: "words.field.amount", width: 124, align: "right", money: true, sum: "amount", render: (row) => amountCell(row.amount) },
  { id: "status", header: "words.field.status", width: 112, render: transferStatus },
  { id: "cost", header: "words.field.cost", width: 112, align: "right", money: true, sum: "cost", render: (row) => amountCell(row.cost) },
  { id: "frozen", header: "words.field.frozen", width: 132, align: "right", money: true, render: (row) => orAbsent(row.frozen) },
  { id: "trx_id", header: "words.field.trx_id", width: 128, render: (row) => copyCell(row.trx_id) },
  { id: "maker", header: "words.field.maker", width: 104, render: (row) => textCell(row.maker) },
  { id: "checker", header: "transfers.column.checker", width: 104, render: (row) => textCell(row.checker) },
  { id: "created_at", header: "words.field.created_at", width: 140, render: (row) => timeCell(row.created_at) },
  { id: "completed_at", header: "transfers.column.completed", width: 140, render: (row) => timeCell(row.completed_at) },
  { id: "note", header: "words.field.note", width: 180, render: (row) => textCell(row.note) },
  {
    id: "expected_cost",
    header: "words.field.expected_cost",
    width: 124,
    align: "right",
    money: true,
    defaultHidden: true,
    render: (row) => orAbsent(row.expected_cost),
  },
  { id: "received_trx_id", header: "transfers.column.received_trx_id", width: 128, defaultHidden: true, render: (row) => copyCell(row.received_trx_id) },
  { id: "sent_at", header: "transfers.column.sent", width: 140, defaultHidden: true, render: (row) => timeCell(row.sent_at) },
  { id: "received_at", header: "transfers.column.received", width: 140, defaultHidden: true, render: (row) => timeCell(row.received_at) },
  { id: "reason", header: "words.field.reason", width: 180, defaultHidden: true, render: (row) => textCell(row.reason) },
];
