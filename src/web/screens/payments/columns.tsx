/** Columns of the payments list: what decides comes first, the specification's other fields follow in their order. */
import type { PaymentRow } from "../../../contract/payments.schema.ts";
import type { NotifyStatus, PaymentStatus } from "../../../contract/payments.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import { absent, amountCell, copyCell, idColumn, phoneCell, statusCell, textCell, timeCell } from "../../list/columns/index.ts";
import { reasonWord } from "../../words/named.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ColumnSpec } from "../../list/spec/index.ts";
import type { Tone } from "../../theme.ts";
import { Tag } from "../../ui/status.tsx";

export const PAYMENT_TONES = {
  pending: "busy",
  completed: "done",
  review: "ask",
  expired: "gone",
  rejected: "bad",
  cancelled: "gone",
} as const satisfies Record<PaymentStatus, Tone>;
export const NOTIFY_TONES = { none: "gone", waiting: "busy", delivered: "done", failed: "bad", stopped: "bad" } as const satisfies Record<NotifyStatus, Tone>;

/** What the operator took back, or what was reversed since. */
function markOf(row: PaymentRow): { tone: Tone; word: "payments.reversed" | "payments.disputed" } | null {
  if (row.reversed_at !== null) return { tone: "bad", word: "payments.reversed" };
  return row.disputed_at === null ? null : { tone: "ask", word: "payments.disputed" };
}

/** Status of a payment in a table: a mark beside it is short and explains itself on hover. */
function statusInRow(row: PaymentRow, { t }: CellTools): React.ReactNode {
  const mark = markOf(row);
  return (
    <>
      {statusCell(PAYMENT_TONES[row.status], t(`payments.status.${row.status}`))}
      {mark === null ? null : (
        <>
          {" "}
          <Tag tone={mark.tone} tip={t(mark.word)}>
            <span aria-hidden="true">!</span>
            <span className="fd-sr">{t(mark.word)}</span>
          </Tag>
        </>
      )}
    </>
  );
}

/** Status of a payment with its mark in words. */
export function paymentStatus(row: PaymentRow, { t }: CellTools): React.ReactNode {
  const mark = markOf(row);
  return (
    <>
      {statusCell(PAYMENT_TONES[row.status], t(`payments.status.${row.status}`))}
      {mark === null ? null : <Tag tone={mark.tone}>{t(mark.word)}</Tag>}
    </>
  );
}

/** How the merchant's notification stands; details on hover. */
export function notifyStatus(row: PaymentRow, { t }: CellTools): React.ReactNode {
  const { status, attempts, last_code } = row.notify;
  const word = t(`payments.notify.${status}`);
  return statusCell(NOTIFY_TONES[status], word, attempts > 0 ? t("orders.notifyDetail", { status: word, n: attempts, code: last_code ?? "–" }) : null);
}

/** Why it was put before a person, or ended; another amount with both figures. */
export function reasonOf(row: PaymentRow): string | null {
  return row.reason === null ? null : reasonWord("payments", "reason", row.reason, { ordered: row.amount, received: row.message_amount });
}

export const paymentColumns: readonly ColumnSpec<PaymentRow>[] = [
  idColumn("words.field.order_number", 132),
  { id: "merchant_order_id", header: "words.field.merchant_order_id", width: 134, render: (row) => copyCell(row.merchant_order_id) },
  { id: "merchant", header: "words.field.merchant_id", width: 128, grow: true, permission: "merchants.see", render: (row) => textCell(row.merchant_name) },
  { id: "amount", header: "words.field.amount", width: 120, align: "right", money: true, sum: "amount", render: (row) => amountCell(row.amount) },
  // Beside what was ordered: its sum is the figure that home shows, and at 1440 pixels it stands in view.
  {
    id: "received",
    header: "words.field.received_amount",
    width: 132,
    align: "right",
    money: true,
    sum: "received_amount",
    render: (row) => amountCell(row.received_amount),
  },
  // The word that asks for a decision stands where the eye is, before what explains it.
  { id: "status", header: "words.field.status", width: 116, render: statusInRow },
  // Among orders in review it is the question itself.
  {
    id: "reason",
    header: "words.field.reason",
    width: 280,
    defaultHidden: true,
    shownUnder: { status: "review" },
    render: (row) => textCell(reasonOf(row)),
  },
  { id: "trx_id", header: "words.field.trx_id", width: 128, render: (row) => copyCell(row.trx_id) },
  { id: "created_at", header: "words.field.created_at", width: 136, render: (row) => timeCell(row.created_at) },
  { id: "customer", header: "payments.column.customer", width: 120, render: (row) => phoneCell(row.customer) },
  { id: "fee", header: "words.field.fee", width: 120, align: "right", money: true, sum: "fee", render: (row) => amountCell(row.fee) },
  { id: "operator", header: "words.field.operator", width: 90, render: (row) => operatorInfo(row.operator).name },
  { id: "wallet", header: "words.field.wallet_id", width: 120, permission: "wallets.see", render: (row) => textCell(row.wallet_name) },
  { id: "notify", header: "payments.column.notify", width: 116, render: notifyStatus },
  { id: "paid_at", header: "words.field.paid_at", width: 140, render: (row) => timeCell(row.paid_at) },
  { id: "reversed_at", header: "payments.column.reversed", width: 140, defaultHidden: true, render: (row) => timeCell(row.reversed_at) },
  { id: "remote_ip", header: "words.field.remote_ip", width: 130, render: (row) => copyCell(row.remote_ip) },
  { id: "user_id", header: "words.field.payer_id", width: 120, render: (row) => copyCell(row.user_id) },
  { id: "staff", header: "words.field.staff", width: 130, staff: true, render: (row) => textCell(row.operators.join(", ")) },
  {
    id: "notes",
    header: "words.field.notes",
    width: 180,
    staff: true,
    render: (row) => (row.notes.length === 0 ? absent : textCell(row.notes[row.notes.length - 1]?.text ?? null)),
  },
  { id: "expires_at", header: "payments.column.expires", width: 140, defaultHidden: true, render: (row) => timeCell(row.expires_at) },
  { id: "receiving_account", header: "payments.column.receiving", width: 140, defaultHidden: true, render: (row) => phoneCell(row.receiving_account) },
];
