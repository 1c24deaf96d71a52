/** Columns of the disburses list, in the order of the specification's fields. */
import type { DisburseRow } from "../../../contract/disburses.schema.ts";
import type { AttemptStatus, DisburseStatus } from "../../../contract/disburses.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import { absent, amountCell, copyCell, idColumn, phoneCell, statusCell, textCell, timeCell } from "../../list/columns/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ColumnSpec } from "../../list/spec/index.ts";
import type { Tone } from "../../theme.ts";
import { Tag } from "../../ui/status.tsx";
import { NOTIFY_TONES } from "../payments/columns.tsx";
import { reasonWords } from "./reason-words.ts";

export const DISBURSE_TONES = {
  pending: "busy",
  review: "ask",
  approved: "busy",
  processing: "busy",
  completed: "done",
  attempt_failed: "ask",
  unknown: "unknown",
  failed: "bad",
  rejected: "bad",
  cancelled: "gone",
} as const satisfies Record<DisburseStatus, Tone>;
export const ATTEMPT_TONES = { created: "busy", sent: "busy", completed: "done", failed: "bad", unknown: "unknown" } as const satisfies Record<
  AttemptStatus,
  Tone
>;

/** Status in a table: money that came back is a short mark that explains itself on hover. */
function statusInRow(row: DisburseRow, { t }: CellTools): React.ReactNode {
  return (
    <>
      {statusCell(DISBURSE_TONES[row.status], t(`disburses.status.${row.status}`))}
      {row.returned_at === null ? null : (
        <>
          {" "}
          <Tag tone="ask" tip={t("disburses.returned")}>
            <span aria-hidden="true">!</span>
            <span className="fd-sr">{t("disburses.returned")}</span>
          </Tag>
        </>
      )}
    </>
  );
}

/** Status with its mark in words. */
export function disburseStatus(row: DisburseRow, { t }: CellTools): React.ReactNode {
  return (
    <>
      {statusCell(DISBURSE_TONES[row.status], t(`disburses.status.${row.status}`))}
      {row.returned_at === null ? null : <Tag tone="ask">{t("disburses.returned")}</Tag>}
      {row.disputed_at === null ? null : <Tag tone="ask">{t("disburses.disputed")}</Tag>}
    </>
  );
}

/** How the merchant's notification stands; details on hover. */
export function notifyStatus(row: DisburseRow, { t }: CellTools): React.ReactNode {
  const { status, attempts, last_code } = row.notify;
  const word = t(`disburses.notify.${status}`);
  return statusCell(NOTIFY_TONES[status], word, attempts > 0 ? t("orders.notifyDetail", { status: word, n: attempts, code: last_code ?? "–" }) : null);
}

/** How often it was tried, and what became of the last try. */
function attemptsCell(row: DisburseRow, { t }: CellTools): React.ReactNode {
  const last = row.attempts.at(-1);
  if (last === undefined) return absent;
  return statusCell(ATTEMPT_TONES[last.status], `${row.attempts.length} · ${t(`disburses.attemptStatus.${last.status}`)}`);
}

export const disburseColumns: readonly ColumnSpec<DisburseRow>[] = [
  idColumn("words.field.order_number", 132),
  { id: "merchant_order_id", header: "words.field.merchant_order_id", width: 134, render: (row) => copyCell(row.merchant_order_id) },
  { id: "merchant", header: "words.field.merchant_id", width: 128, grow: true, permission: "merchants.see", render: (row) => textCell(row.merchant_name) },
  { id: "amount", header: "words.field.amount", width: 120, align: "right", money: true, sum: "amount", render: (row) => amountCell(row.amount) },
  // The word that asks for a decision stands where the eye is, before what explains it.
  { id: "status", header: "words.field.status", width: 148, render: statusInRow },
  { id: "customer", header: "disburses.column.customer", width: 136, render: (row) => phoneCell(row.customer) },
  { id: "wallet", header: "disburses.column.wallet", width: 116, permission: "wallets.see", render: (row) => textCell(row.wallet_name) },
  { id: "attempts", header: "words.field.attempt_count", width: 120, permission: "wallets.see", render: attemptsCell },
  { id: "created_at", header: "words.field.created_at", width: 136, render: (row) => timeCell(row.created_at) },
  { id: "trx_id", header: "words.field.trx_id", width: 128, render: (row) => copyCell(row.trx_id) },
  { id: "fee", header: "words.field.fee", width: 120, align: "right", money: true, sum: "fee", render: (row) => amountCell(row.fee) },
  {
    id: "cost",
    header: "words.field.operator_cost",
    width: 148,
    align: "right",
    money: true,
    sum: "cost",
    permission: "wallets.see",
    render: (row) => amountCell(row.cost),
  },
  { id: "operator", header: "words.field.operator", width: 90, render: (row) => operatorInfo(row.operator).name },
  {
    id: "way",
    header: "disburses.column.way",
    width: 128,
    permission: "wallets.see",
    render: (row, { t }) => (row.way === null ? absent : t(`common.apiType.${row.way}`)),
  },
  { id: "notify", header: "disburses.column.notify", width: 116, render: notifyStatus },
  { id: "paid_at", header: "words.field.paid_at", width: 140, render: (row) => timeCell(row.paid_at) },
  { id: "remote_ip", header: "words.field.remote_ip", width: 130, render: (row) => copyCell(row.remote_ip) },
  { id: "user_id", header: "words.field.payer_id", width: 120, render: (row) => copyCell(row.user_id) },
  { id: "staff", header: "words.field.staff", width: 130, staff: true, render: (row) => textCell(row.operators.join(", ")) },
  { id: "notes", header: "words.field.notes", width: 180, staff: true, render: (row) => textCell(row.notes.at(-1)?.text ?? null) },
  {
    id: "reason",
    header: "words.field.reason",
    width: 180,
    defaultHidden: true,
    render: (row) => (row.reason === null ? absent : textCell(reasonWords(row.reason))),
  },
  { id: "returned_at", header: "disburses.column.returned", width: 140, defaultHidden: true, render: (row) => timeCell(row.returned_at) },
];
