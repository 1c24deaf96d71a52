/** Columns of the manual operations. */
import type { ManualRow } from "../../../contract/manual.schema.ts";
import type { ManualStatus } from "../../../contract/manual.ts";
import { shortId } from "../../i18n/format.ts";
import { absent, amountCell, idColumn, statusCell, textCell, timeCell } from "../../list/columns/index.ts";
import { named } from "../../words/named.ts";
import { ObjectLink } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ColumnSpec } from "../../list/spec/index.ts";
import type { Tone } from "../../theme.ts";

const TONES = { requested: "ask", applied: "done", rejected: "bad", lapsed: "gone" } as const satisfies Record<ManualStatus, Tone>;

/** Status as dot and word. */
export function manualStatus(row: ManualRow, { t }: CellTools): React.ReactNode {
  return statusCell(TONES[row.status], t(`manual.status.${row.status}`));
}

/** Why it ended: written by a person, or a code of the product. */
export function reasonWord(row: ManualRow): string | null {
  return row.reason !== null && row.checker === null ? named("manual", "reason", row.reason) : row.reason;
}

/** What it is about: order, message, merchant or wallet. */
function targetCell(row: ManualRow, tools: CellTools): React.ReactNode {
  const target =
    row.payment_id !== null
      ? { type: "payment", id: row.payment_id, name: shortId(row.payment_id) }
      : row.sms_id !== null
        ? { type: "sms", id: row.sms_id, name: shortId(row.sms_id) }
        : row.merchant_id !== null
          ? { type: "merchant", id: row.merchant_id, name: row.merchant_name ?? shortId(row.merchant_id) }
          : row.wallet_id !== null
            ? { type: "wallet", id: row.wallet_id, name: row.wallet_name ?? shortId(row.wallet_id) }
            : null;
  return target === null ? (
    absent
  ) : (
    <ObjectLink type={target.type} id={target.id} tools={tools}>
      {target.name}
    </ObjectLink>
  );
}

/** The account that the operation is about, not its counterpart in adjustments. */
function previewCell(row: ManualRow): React.ReactNode {
  const line = row.preview.find((one) => one.account !== "adjustments" && one.account !== "b2b") ?? row.preview[0];
  if (line === undefined) return absent;
  return (
    <span>
      {amountCell(line.before)} → {amountCell(line.after)}
    </span>
  );
}

export const manualColumns: readonly ColumnSpec<ManualRow>[] = [
  idColumn("manual.column.id"),
  { id: "created_at", header: "manual.column.created", width: 130, render: (row) => timeCell(row.created_at) },
  { id: "kind", header: "manual.column.kind", width: 130, render: (row, { t }) => t(`manual.kind.${row.kind}`) },
  { id: "target", header: "words.field.object", width: 150, render: targetCell },
  { id: "amount", header: "words.field.amount", width: 130, align: "right", money: true, render: (row) => amountCell(row.amount) },
  { id: "preview", header: "manual.column.preview", width: 220, align: "right", money: true, render: previewCell },
  { id: "status", header: "words.field.status", width: 110, render: manualStatus },
  { id: "maker", header: "words.field.maker", width: 120, render: (row) => textCell(row.maker) },
  { id: "checker", header: "words.field.checker", width: 120, render: (row) => textCell(row.checker) },
  { id: "note", header: "words.field.note", width: 180, render: (row) => textCell(row.note) },
  { id: "expires_at", header: "manual.column.expires", width: 130, defaultHidden: true, render: (row) => timeCell(row.expires_at) },
  { id: "decided_at", header: "manual.column.decided", width: 130, defaultHidden: true, render: (row) => timeCell(row.decided_at) },
  { id: "reason", header: "words.field.reason", width: 160, defaultHidden: true, render: (row) => textCell(reasonWord(row)) },
];
